import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { says } from '../../screens/words.ts'
import { bearing, good, tokenOf } from '../../server/partner.ts'
import { drawn, holdAnswers } from '../portal-browser.ts'
import { type EmbeddingStage, frameOf, notedBy, openEmbeddingStage, press, said } from './stage.ts'

let stage: EmbeddingStage
beforeAll(async () => {
  stage = await openEmbeddingStage()
})
afterAll(() => stage?.close())
afterEach(async () => {
  for (const page of (await stage.browser.pages()).slice(1)) await page.close()
})

const textOf = (frame: Awaited<ReturnType<typeof frameOf>>) => frame.$eval('textarea', (area) => area.value)

test('with the scope embed-text, the page gets state, words and text as described, and the words only after Finish', async () => {
  const page = await stage.open('/dictation?scope=embed-text')
  const frame = await frameOf(page)
  await press(frame, 'Talk to AI')
  await says(frame, said)
  const during = await notedBy(page)
  expect(during.calls).toEqual([['token'], ['token']])
  expect(JSON.stringify(during)).not.toContain('Slept')
  await press(frame, 'Finish')
  await expect.poll(() => textOf(frame)).toBe(said)
  await expect.poll(async () => (await notedBy(page)).events.map(([name]) => name)).toContain('change')
  const { events, calls } = await notedBy(page)
  expect(events.filter(([name]) => name !== 'state')).toEqual([
    ['ready', {}],
    ['words', { turns: [said] }],
    ['change', { value: said }],
  ])
  expect(events.filter(([name]) => name === 'state').map(([, { phase }]) => phase)).toEqual([
    'starting',
    'recording',
    'stopping',
    'idle',
  ])
  // The page is asked for a token when the element loads, before the recording starts and before it stops.
  expect(calls).toEqual([['token'], ['token'], ['token']])
  expect(await page.$eval('chartside-dictation', (element) => Reflect.get(element, 'value'))).toBe(said)

  await page.$eval('chartside-dictation', (element) => Reflect.set(element, 'value', 'Written by the page.'))
  await expect.poll(() => textOf(frame)).toBe('Written by the page.')
})

test('over all boxes of a site one dictation runs at a time, and the page gets each problem', async () => {
  const pages = [await stage.open('/dictation?scope=embed-text'), await stage.open('/dictation?scope=embed-text')]
  const [first, second] = await Promise.all(pages.map(frameOf))
  if (!first || !second || !pages[0] || !pages[1]) throw new Error('There are two boxes.')
  // A page in the background is not drawn, so its buttons cannot be pressed.
  await pages[0].bringToFront()
  await press(first, 'Talk to AI')
  await says(first, said)
  await pages[1].bringToFront()
  await press(second, 'Talk to AI')
  const message = 'Recording is already in progress elsewhere'
  await says(second, message)
  expect((await notedBy(pages[1])).events.filter(([name]) => name === 'error')).toEqual([['error', { message }]])
  await pages[0].bringToFront()
  await press(first, 'Finish')
  await expect.poll(() => textOf(first)).toBe(said)
  await pages[1].bringToFront()
  await press(second, 'Talk to AI')
  await says(second, said)
  await press(second, 'Finish')
  await expect.poll(() => textOf(second)).toBe(said)
})

test('a box that has finished leaves the keyboard focus in the field of the page where the user types', async () => {
  const page = await stage.open('/dictation?scope=embed-text')
  const frame = await frameOf(page)
  await page.evaluate(() => {
    const field = document.createElement('input')
    document.body.append(field)
    const moveOn = ({ detail }: CustomEventInit<{ phase: string }>) => detail?.phase === 'stopping' && field.focus()
    document.addEventListener('chartside-state', moveOn, true)
  })
  await press(frame, 'Talk to AI')
  await says(frame, said)
  await press(frame, 'Finish')
  await expect.poll(() => textOf(frame)).toBe(said)
  await expect.poll(async () => (await notedBy(page)).events).toContainEqual(['state', { phase: 'idle' }])
  await drawn(frame)
  await page.keyboard.type('Typed meanwhile.')
  expect(await page.$eval('input', (field) => field.value)).toBe('Typed meanwhile.')
  expect(await textOf(frame)).toBe(said)
})

test('with the scope embed, nothing that is said or typed reaches the page: it gets the identifier of a transcript', async () => {
  const page = await stage.open('/dictation?scope=embed')
  const frame = await frameOf(page)
  await press(frame, 'Talk to AI')
  await says(frame, said)
  await press(frame, 'Finish')
  await expect.poll(() => textOf(frame)).toBe(said)
  await frame.locator('textarea').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Typed too.')
  await press(frame, 'Save the text')
  await says(frame, 'The text is saved as a transcript.')
  const noted = await notedBy(page)
  const [, kept] = noted.events.find(([name]) => name === 'kept') ?? []
  expect(noted.events.map(([name]) => name).filter((name) => name !== 'state')).toEqual(['ready', 'kept'])
  // `noted` contains everything that reached the page in any way.
  expect(noted.messages.length).toBeGreaterThan(4)
  expect(JSON.stringify(noted)).not.toMatch(/Slept|Typed|six hours|ticket|ct_/)
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain('Slept')
  expect(await page.$eval('chartside-dictation', (element) => Reflect.get(element, 'value'))).toBeNull()

  // The transcript contains the words. Only a token that the page does not have can read them.
  const read = `GET /api/customer/transcript/${String(kept?.transcriptIdentifier)}`
  const full = await tokenOf(stage.server, stage.partner.live, 'clinic')
  expect(good(await bearing(stage.server, full)(read)).turns).toEqual([`${said} Typed too.`])
  const own = await page.evaluate(() => (window as unknown as { getToken(): Promise<string> }).getToken())
  for (const call of [read, 'GET /api/customer/transcript', 'GET /api/customer/output'])
    expect((await bearing(stage.server, own)(call)).body).toMatchObject({ code: 'forbidden' })

  // The browser refuses a script of the page that reads the content of the frame.
  const looks = await page.evaluate(() => {
    const inside = document.querySelector('chartside-dictation')?.shadowRoot?.querySelector('iframe')
    try {
      return inside?.contentWindow?.document.body.textContent ?? inside?.contentDocument?.title ?? null
    } catch (error) {
      return error instanceof Error ? error.name : ''
    }
  })
  expect(looks).toBe('SecurityError')
})

test('words that are typed while the text is being saved stay in the box, and can be saved too', async () => {
  const page = await stage.open('/dictation?scope=embed')
  const frame = await frameOf(page)
  const full = await tokenOf(stage.server, stage.partner.live, 'clinic')
  const type = async (words: string, at: 'End' | 'Home') => {
    await frame.locator('textarea').click()
    await page.keyboard.press(at)
    await page.keyboard.type(words)
  }
  const answers = await holdAnswers(frame, '/transcript/submit/text')
  const saved: string[] = []
  const saveWhile = async (meanwhile: () => Promise<void>) => {
    await press(frame, 'Save the text')
    await answers.held()
    await meanwhile()
    await answers.release()
    await expect
      .poll(async () => (await notedBy(page)).events.filter(([name]) => name === 'kept'))
      .toHaveLength(saved.length + 1)
    const [, kept] = (await notedBy(page)).events.findLast(([name]) => name === 'kept') ?? []
    const read = `GET /api/customer/transcript/${String(kept?.transcriptIdentifier)}`
    saved.push(good(await bearing(stage.server, full)(read)).turns.join(' '))
  }
  await type('Slept well.', 'End')
  await saveWhile(() => type(' Woke once.', 'End'))
  await says(frame, 'without your last changes')
  await expect.poll(() => textOf(frame)).toBe('Woke once.')
  await saveWhile(() => type('Rarely ', 'Home'))
  await says(frame, 'without your last changes')
  expect(await textOf(frame)).toBe('Rarely Woke once.')
  await saveWhile(async () => undefined)
  await expect.poll(() => textOf(frame)).toBe('')
  expect(saved).toEqual(['Slept well.', 'Woke once.', 'Rarely Woke once.'])
})

test('the frame records without a journal: nothing is stored in the browser', async () => {
  const page = await stage.open('/dictation?scope=embed')
  const frame = await frameOf(page)
  await press(frame, 'Talk to AI')
  await says(frame, said)
  const stored = () =>
    frame.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      const files: string[] = []
      const folder = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> }
      for await (const name of folder.keys()) files.push(name)
      return {
        databases,
        files,
        caches: await caches.keys(),
        kept: Object.keys(sessionStorage),
        cookie: document.cookie,
      }
    })
  const nothing = { databases: [], files: [], caches: [], kept: [], cookie: '' }
  expect(await stored()).toEqual(nothing)
  await press(frame, 'Finish')
  await expect.poll(() => textOf(frame)).toBe(said)
  expect(await stored()).toEqual(nothing)
  expect(await frame.evaluate(() => JSON.stringify(localStorage))).not.toContain('Slept')
})

test('a page that is not listed gets a sentence, and no way to show the frame', async () => {
  const page = await stage.open('/dictation?scope=embed', 'other.localhost')
  const origin = stage.site.origin('other.localhost')
  const sentence = `Chartside may not be shown on ${origin}. Its developer organisation must allow this address in the developer portal, under Embedding.`
  await expect.poll(async () => (await notedBy(page)).events).toEqual([['error', { message: sentence }]])
  const shown = () =>
    page.$eval('chartside-dictation', ({ shadowRoot }) => shadowRoot?.querySelector('[role=alert]')?.textContent)
  expect(await shown()).toBe(sentence)
  expect((await notedBy(page)).calls).toEqual([])

  // The page creates two frames itself, without the element. The query of the first frame names the origin of the page,
  // which is not listed. The query of the second frame names the listed origin, which is not the origin of the page.
  for (const claimed of [origin, stage.site.origin('localhost')]) {
    const query = new URLSearchParams({ access: stage.partner.accessId, origin: claimed })
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
    }, `${stage.server.url}/embed/frame?${query}`)
  }
  await expect
    .poll(() =>
      page
        .frames()
        .slice(1)
        .map((frame) => frame.url()),
    )
    .toEqual(Array(2).fill('chrome-error://chromewebdata/'))
  expect((await notedBy(page)).messages).toEqual([])
})

test.each([
  ['a token that could read transcripts', '?scope=all', 'Request one with the scope “embed”.'],
  ['a server that gives none', '?scope=unknown', 'The page has no token for Chartside.'],
])('the frame refuses %s, and says so to user and page', async (_, query, sentence) => {
  const page = await stage.open(`/dictation${query}`)
  await says(await frameOf(page), sentence)
  await expect.poll(async () => (await notedBy(page)).events.map(([name]) => name)).toEqual(['error'])
})

test('with a test key, the box says that it takes no sound, and typed text can be kept', async () => {
  const page = await stage.open('/dictation?scope=embed&key=test')
  const frame = await frameOf(page)
  await says(frame, 'This page uses a sandbox key, which takes no sound. Type the text.')
  expect(await frame.$$('::-p-aria(Talk to AI)')).toEqual([])
  await frame.locator('textarea').fill('Typed.')
  await press(frame, 'Save the text')
  await expect.poll(async () => (await notedBy(page)).events.map(([name]) => name)).toEqual(['ready', 'kept'])
})

test('if the page refuses the token, the dictation does not start; before the stop it goes on, and no word is lost', async () => {
  const page = await stage.open('/dictation?scope=embed-text')
  const frame = await frameOf(page)
  const refuse = (refused: string) =>
    page.evaluate((refused) => Object.assign(Reflect.get(window, 'tokens'), { refused }), refused)
  await frame.locator('::-p-aria(Talk to AI[role="button"])').wait()
  await refuse('Sign in to our record again.')
  await press(frame, 'Talk to AI')
  await says(frame, 'Sign in to our record again.')
  const refused: [string, object] = ['error', { message: 'Sign in to our record again.' }]
  expect((await notedBy(page)).events).toEqual([['ready', {}], refused])
  await refuse('')
  await press(frame, 'Talk to AI')
  await says(frame, said)
  await refuse('Sign in to our record again.')
  await press(frame, 'Finish')
  await says(frame, 'Sign in to our record again.')
  await expect
    .poll(async () => (await notedBy(page)).events.filter(([name]) => name === 'error'))
    .toEqual([refused, refused])
  await refuse('')
  await press(frame, 'Finish')
  await expect.poll(() => textOf(frame)).toBe(said)
})
