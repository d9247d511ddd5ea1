interface Policy {
  createHTML(html: string): string
}
interface TrustedTypes {
  createPolicy(name: 'default', policy: Policy): unknown
}

/**
 * Refuses markup from strings: the content security policy of the frame lets only the default policy make HTML. Mantine
 * fills its style elements through `innerHTML`, so texts without a tag pass. A browser without Trusted Types has no
 * default policy and does not need one. Import it before everything else.
 */
const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', {
  createHTML(html) {
    if (html.includes('<')) throw new TypeError('Chartside makes no HTML from texts.')
    return html
  },
})
