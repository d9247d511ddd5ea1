import DOMPurify from 'dompurify'

interface TrustedTypes {
  createPolicy(name: 'default', policy: { createHTML(html: string): string }): unknown
}

/**
 * Removes scripts from markup that comes from a string, for example from the clipboard: the content security policy of
 * portal and frame lets only the default policy make HTML. It lets nothing make scripts. A browser without Trusted Types
 * has no default policy and does not need one. Import it before everything else.
 */
const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', {
  // Mantine fills its style elements with texts without a tag.
  createHTML: (html) => (html.includes('<') ? DOMPurify.sanitize(html) : html),
})
