import type { Frame, Page } from 'puppeteer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { otherBindingSentence } from '../../../lib/contracts/index.ts'
import { type EmbeddingStage, frameOf, notedBy, openEmbeddingStage, press, said } from '../../portal/embedding/stage.ts'
import { says } from '../../screens/words.ts'
import { asking } from '../../server/administrator.ts'
import { bearing, good, keying, newPartner, type Partner, tokenOf } from '../../server/partner.ts'

let stage: EmbeddingStage
let thief: Partner
beforeAll(async () => {
  stage = await openEmbeddingStage()
  thief = await newPartner(stage.server)
})
afterAll(() => stage?.close())
afterEach(async () => {
  for (const page of (await stage.browser.pages()).slice(1)) await page.close()
})

const textOf = (frame: Frame) => frame.$eval('textarea', (area) => area.value)
const issue = async (key: string, identity: object): Promise<string> =>
  good(await keying(stage.server, key)('POST /api/key/token/authenticate', identity)).token

/** Does what a script in the page can do: replaces the function of the host, so that it returns this token. */
const replaceToken = (page: Page, token: string) =>
  page.$eval(
    'chartside-dictation',
    (element, token) => {
      Object.assign(Reflect.get(element, 'host') as object, { token: async () => token })
    },
    token,
  )
const restoreToken = (page: Page) =>
  page.$eval('chartside-dictation', (element) => {
    Reflect.set(element, 'host', { token: Reflect.get(window, 'getToken') })
  })

/** The number of transcripts of a customer, and of all of its users. */
const keptBy = async (key: string, customer: string): Promise<number> =>
  good(await bearing(stage.server, await tokenOf(stage.server, key, customer))('GET /api/customer/transcript')).total
const keptByAll = () =>
  Promise.all([keptBy(stage.partner.live, 'clinic'), keptBy(stage.partner.live, 'other'), keptBy(thief.live, 'clinic')])

const identity = { customerIdentifier: 'clinic', userIdentifier: 'ana', scope: 'embed' }
test.each<[string, () => Promise<string>]>([
  ['of the organisation of a thief', () => issue(thief.live, identity)],
  ['of another customer', () => issue(stage.partner.live, { ...identity, customerIdentifier: 'other' })],
  ['of another user', () => issue(stage.partner.live, { ...identity, userIdentifier: 'ben' })],
  ['with a larger scope', () => issue(stage.partner.live, { ...identity, scope: 'embed-text' })],
])(
  'after a script has put in a token %s, nothing is stored there, and the box says so and keeps the text',
  async (_, foreign) => {
    const page = await stage.open('/dictation?scope=embed&user=ana')
    const frame = await frameOf(page)
    const before = await keptByAll()
    await press(frame, 'Talk to AI')
    await says(frame, said)
    await replaceToken(page, await foreign())
    // A running dictation can be finished: its words come into the box, and only there.
    await press(frame, 'Finish')
    await expect.poll(() => textOf(frame)).toBe(said)
    await says(frame, otherBindingSentence)
    await press(frame, 'Save the text')
    await expect
      .poll(async () => (await notedBy(page)).events.filter(([name]) => name === 'error'))
      .toEqual(Array(2).fill(['error', { message: otherBindingSentence }]))
    await says(frame, otherBindingSentence)
    expect(await frame.evaluate(() => document.body.textContent)).not.toContain('is saved')
    expect(await textOf(frame)).toBe(said)
    expect(await keptByAll()).toEqual(before)
    expect(JSON.stringify((await notedBy(page)).events)).not.toContain('Slept')

    // After the page gives its own token again, the same text is stored where it belongs.
    await restoreToken(page)
    await press(frame, 'Save the text')
    await says(frame, 'The text is saved as a transcript.')
    const [, kept] = (await notedBy(page)).events.find(([name]) => name === 'kept') ?? []
    const ana = await tokenOf(stage.server, stage.partner.live, 'clinic', 'ana')
    const read = `GET /api/customer/transcript/${String(kept?.transcriptIdentifier)}`
    expect(good(await bearing(stage.server, ana)(read)).turns).toEqual([said])
  },
)

test('with embed-text, a page that has changed its user gets no more words of the first user', async () => {
  const page = await stage.open('/dictation?scope=embed-text&user=ana')
  const frame = await frameOf(page)
  await press(frame, 'Talk to AI')
  await says(frame, said)
  await replaceToken(page, await issue(stage.partner.live, { ...identity, userIdentifier: 'ben', scope: 'embed-text' }))
  await press(frame, 'Finish')
  await expect.poll(() => textOf(frame)).toBe(said)
  await says(frame, otherBindingSentence)
  expect((await notedBy(page)).events.map(([name]) => name)).not.toContain('words')
  expect(JSON.stringify(await notedBy(page))).not.toContain('Slept')
})

test('the page gets no words if its organisation has not turned them on for this address; the text is kept instead', async () => {
  const origin = stage.site.origin('localhost')
  const allow = async (words: boolean) =>
    good(
      await asking(stage.server, stage.partner.owner)(
        `POST /api/user/access/origins/update/${stage.partner.accessId}`,
        {
          origin,
          words,
        },
      ),
    )
  await allow(false)
  try {
    const page = await stage.open('/dictation?scope=embed-text')
    const frame = await frameOf(page)
    await press(frame, 'Talk to AI')
    await says(frame, said)
    await press(frame, 'Finish')
    await expect.poll(() => textOf(frame)).toBe(said)
    await press(frame, 'Save the text')
    await says(frame, 'The text is saved as a transcript.')
    expect(JSON.stringify(await notedBy(page))).not.toContain('Slept')
  } finally {
    await allow(true)
  }
})

test('a thief who lists the address of a clinic shows no frame there, whatever his page says', async () => {
  const origin = 'https://clinic.example'
  good(await asking(stage.server, thief.owner)(`POST /api/user/access/update/${thief.accessId}`, { origins: [origin] }))
  const query = new URLSearchParams({ access: thief.accessId, origin })
  const { headers } = await fetch(`${stage.server.url}/embed/frame?${query}`)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test.each(['frame', 'portal'] as const)(
  'the %s takes the scripts out of markup, and runs no text as a script',
  async (place) => {
    const page = await stage.open('/dictation?scope=embed')
    const frame = await frameOf(page)
    await frame.locator('textarea').wait()
    if (place === 'portal') {
      await page.goto(`${stage.server.url}/portal/`)
      await page.locator('input').wait()
    }
    const attempts = await (place === 'portal' ? page.mainFrame() : frame).evaluate(async () => {
      const nameOf = (attempt: () => unknown): unknown => {
        try {
          return attempt()
        } catch (error) {
          return error instanceof Error ? error.name : ''
        }
      }
      const box = document.createElement('div')
      const script = document.createElement('script')
      return [
        nameOf(() => {
          box.innerHTML = '<p onclick="stolen = true">Slept <b>well</b>.<script>stolen = true</script></p>'
          return box.innerHTML
        }),
        nameOf(() => {
          script.text = 'stolen = true'
        }),
        nameOf(() => {
          script.src = 'data:text/javascript,stolen = true'
        }),
        // The debugger allows `eval` while it evaluates, so the attempt is made later.
        // biome-ignore lint/security/noGlobalEval: the policy must refuse it
        await new Promise((resolve) => setTimeout(() => resolve(nameOf(() => globalThis.eval('1'))))),
        document.querySelector('style')?.textContent ? 'styled' : '',
      ]
    })
    expect(attempts).toEqual(['<p>Slept <b>well</b>.</p>', 'TypeError', 'TypeError', 'EvalError', 'styled'])
  },
)

test('pages of customers may load the frame and its scripts; nothing else of the server is a resource of theirs', async () => {
  const policyOf = async (path: string) =>
    (await fetch(stage.server.url + path)).headers.get('cross-origin-resource-policy')
  expect(await policyOf('/embed/elements.js')).toBe('cross-origin')
  expect(await policyOf('/embed/frame')).toBe('cross-origin')
  expect(await policyOf('/portal/')).toBe('same-origin')
  expect(await policyOf(`/api/access/embedding/${stage.partner.accessId}?origin=x`)).toBe('same-origin')
})
