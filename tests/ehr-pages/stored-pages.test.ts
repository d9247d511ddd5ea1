import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageReading } from '../../lib/page/shapes.ts'
import { fontSetNames, serifOf } from '../../scripts/font-sets.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { isExhaustive } from '../exhaustive.ts'
import { serveStoredPages, storedPages } from './stored-pages.ts'

const pages = await storedPages()
let room: PageRoom
let stage: Awaited<ReturnType<typeof serveStoredPages>>

beforeAll(async () => {
  stage = await serveStoredPages()
  room = await openPageRoom()
})
afterAll(async () => {
  await room.close()
  stage.close()
})

async function opened(path: string, browser = room): Promise<{ open: OpenPage; reading: PageReading }> {
  const open = await browser.open(stage.url(path))
  const reading = await open.read()
  if (!reading) throw new Error('The page was not read.')
  return { open, reading }
}

describe('Stored pages of each EHR', () => {
  test('each has at least four forms', () => {
    const count = Object.groupBy(pages, ({ ehr }) => ehr)
    for (const ehr of ['kipu', 'credible', 'advancedmd', 'generic'])
      expect(count[ehr]?.length).toBeGreaterThanOrEqual(4)
  })
})

/** The font sets are chosen through fontconfig. A system without fontconfig uses only its own fonts. */
const everySet = process.platform === 'linux' ? fontSetNames : [undefined]
const fontSets = isExhaustive('fonts') ? everySet : everySet.slice(0, 1)

describe.each(fontSets)('Stored pages drawn with the fonts of %s', (fonts) => {
  let drawn: PageRoom

  beforeAll(async () => {
    drawn = await openPageRoom({ fonts })
  })
  afterAll(() => drawn.close())

  test.skipIf(!fonts)('the browser has these fonts and no others', async () => {
    const { page } = await drawn.open('data:text/html,<p>History of present illness')
    const session = await page.createCDPSession()
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' })
    const used = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    expect(used.fonts.map(({ familyName }) => familyName)).toEqual([fonts && serifOf[fonts]])
    await page.close()
  })

  test.each(pages.map((page) => [`${page.ehr}: ${page.answer.title}`, page] as const))(
    '%s is read as a person reads it: every label, section, kind and option',
    async (_title, { ehr, path, answer }) => {
      const { open, reading } = await opened(path, drawn)
      expect(reading.source).toBe(ehr === 'generic' ? 'other' : ehr)
      expect(reading.patient?.name ?? null).toBe(answer.patient)
      expect(reading.form?.title).toBe(answer.title)
      const read = reading.fields.map(({ label, section, kind, options, locked }) => [
        label,
        section,
        kind,
        options,
        ...(locked ? [locked] : []),
      ])
      expect(read).toEqual(answer.fields)
      await open.page.close()
    },
  )
})

describe('Credible', () => {
  const progress = '/visit/clientvisit_edit.asp?visittemp_id=900&form=progress'

  test('reports which visit and which of its pages is loaded, and the position of the frames', async () => {
    const { reading } = await opened(progress)
    expect(reading.form).toMatchObject({
      encounter: '900',
      part: 'progress',
      parts: ['progress', 'risk', 'intake', 'treatment-review'],
    })
    expect(reading.url).toContain('/webforms/questions.asp?category_id=progress&client_id=5511')
  })

  test('a frame that loads another client counts as another page, although the address bar stays the same', async () => {
    const { open, reading } = await opened(progress)
    const frame = open.page.frames().find((each) => each.url().includes('/webforms/'))
    await frame?.goto(stage.url('/webforms/questions.asp?category_id=progress&client_id=9999&fvid=900'))
    expect((await open.read())?.url).not.toBe(reading.url)
  })
})

describe('AdvancedMD', () => {
  test('reads the visible note, and the patient of its own tab', async () => {
    const { reading } = await opened('/shell/progress')
    expect(reading.patient).toEqual({ name: 'JORDAN PELLETIER', identifier: '', birthDate: '1975-03-09' })
    expect(reading.form).toMatchObject({ title: 'Psychotherapy Progress Note', encounter: '88120' })
    expect(reading.fields.flatMap(({ names }) => names)).not.toContain('Ctrl901')
  })

  test('reads the EHR in the popup window that it opens', async () => {
    const { open } = await opened('/shell/launch')
    const [popup] = await Promise.all([
      new Promise<OpenPage>((done) => open.page.once('popup', (page) => page && void room.adopt(page).then(done))),
      open.page.click('#open'),
    ])
    await popup.page.waitForFunction(() => document.readyState === 'complete')
    expect((await popup.read())?.fields.map(({ label }) => label)).toContain('Chief complaint')
  })
})
