import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stageOfFile } from './stage.ts'
import { aria, button, says } from './words.ts'

const { on } = stageOfFile()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-layouts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const cards = (page: Page) =>
  page.$$eval('main h3 a[href*="/templates/"]', (links) => links.map(({ textContent }) => textContent))
const untilCards = (page: Page, names: string[]) =>
  page.waitForFunction(
    (wanted) =>
      JSON.stringify([...document.querySelectorAll('main h3 a')].map(({ textContent }) => textContent)) === wanted,
    {},
    JSON.stringify(names),
  )
interface Asked {
  call: string
  body?: unknown
}
const asked = (page: Page, call: string): Promise<Asked[]> =>
  page.evaluate((call) => (Reflect.get(window, 'asked') as Asked[]).filter((each) => each.call.startsWith(call)), call)
const untilAsked = (page: Page, call: string) =>
  page.waitForFunction(
    (call) => (Reflect.get(window, 'asked') as Asked[]).some((each) => each.call.startsWith(call)),
    {},
    call,
  )
async function act(page: Page, layout: string, item: string) {
  await button(page, `Actions for ${layout}`).click()
  await aria(page, 'menuitem', item).click()
}
async function choose(page: Page, name: string, words: string) {
  const path = join(folder, name)
  await writeFile(path, words)
  const input = await page.waitForSelector('input[type="file"]')
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path)
}

describe('the list', () => {
  test('the page’s own templates come first; one that is being made shows its status and cannot be opened', () =>
    on('templates', async (page) => {
      expect(await cards(page)).toEqual([
        'Individual session note',
        'DAP note',
        'Discharge letter',
        'Group process note',
      ])
      await says(page, 'Reading your example note…')
      const generating = await page.$eval('[aria-busy="true"]', (card) => ({
        hoverable: card.hasAttribute('data-choosable'),
        within: card.querySelectorAll('a, button, input').length,
      }))
      expect(generating).toEqual({ hoverable: false, within: 0 })
    }))

  test('group cards open their group; going back shows every template again', () =>
    on('templates', async (page) => {
      await button(page, 'IOP 1 template').click()
      await untilCards(page, ['Group process note'])
      await button(page, 'All groups').click()
      await page.waitForFunction(() => document.querySelectorAll('main h3 a').length === 4)
    }))

  test('group, source and access narrow the list together, on the server', () =>
    on('layouts-filters', async (page) => {
      await page.select('::-p-aria([name="Access"][role="combobox"])', 'public')
      await untilCards(page, ['Discharge letter'])
      await page.select('::-p-aria([name="Source"][role="combobox"])', 'kipu')
      await says(page, 'No template fits')
      await page.select('::-p-aria([name="Access"][role="combobox"])', 'editor')
      await untilCards(page, ['Individual session note'])
      const [call] = (await asked(page, 'GET /user/layouts?')).slice(-1)
      expect(new URLSearchParams(call?.call.split('?')[1]).toString()).toContain('source=kipu&access=editor')
    }))

  test('a search runs on the server; an empty box shows all templates at once', () =>
    on('templates', async (page) => {
      await page.locator('[aria-label="Search templates"]').fill('letter')
      await untilCards(page, ['Discharge letter'])
      await page.focus('[aria-label="Search templates"]')
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      await page.keyboard.press('Backspace')
      await page.waitForFunction(() => document.querySelectorAll('main h3 a').length === 4)
    }))

  test('rows that a search is about to replace take no clicks, so that no other row gets the click', () =>
    on('templates', async (page) => {
      await page.evaluate(() => (Reflect.get(window, 'holdSearch') as () => void)())
      await page.locator('[aria-label="Search templates"]').fill('letter')
      await untilAsked(page, 'GET /user/layouts?limit=100&offset=0&search=letter')
      expect(await page.$('::-p-aria(Actions for DAP note[role="button"])')).toBeNull()
      await page.evaluate(() => (Reflect.get(window, 'answerSearch') as () => void)())
      await untilCards(page, ['Discharge letter'])
      await button(page, 'Actions for Discharge letter').click()
      await page.locator('[role="menuitem"]').wait()
    }))

  test('while the server is unreachable the last list is shown and searched, with a notice, and a template in it can be opened', () =>
    on('layouts-kept', async (page) => {
      expect(await cards(page)).toHaveLength(4)
      await page.locator('[aria-label="Search templates"]').fill('DAP')
      await untilCards(page, ['DAP note'])
      await aria(page, 'link', 'DAP note').click()
      await says(page, 'Risk discussed')
    }))

  test('by keyboard: a card is opened with Enter, its menu with the arrow keys', () =>
    on('templates', async (page) => {
      await page.focus('[aria-label="Actions for DAP note"]')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'menuitem')
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await says(page, 'Are you sure you want to delete “DAP note”?')
    }))
})

describe('making a template', () => {
  test('by hand: Create waits for a name, then the editor opens', () =>
    on('layouts-new', async (page) => {
      const idle = () =>
        page.$eval('[role="dialog"] button[type="submit"]', (each) => (each as HTMLButtonElement).disabled)
      expect(await idle()).toBe(true)
      await aria(page, 'textbox', 'Template name').fill('Letter')
      await aria(page, 'radio', 'Text').click()
      await button(page, 'Create').click()
      await says(page, 'version 1')
      expect(await asked(page, 'POST /user/layouts')).toMatchObject([{ body: { name: 'Letter', text: '' } }])
    }))

  test('from a description: it is in the list while it is made', () =>
    on('layouts-new-description', async (page) => {
      await page.locator('[role="dialog"] textarea').fill('Sleep and mood.')
      await button(page, 'Make the template').click()
      await says(page, 'Making fields from your description...')
      expect(await asked(page, 'POST /user/layouts/generate')).toMatchObject([
        { body: { description: 'Sleep and mood.' } },
      ])
    }))

  test('from an example note', () =>
    on('layouts-new-example', async (page) => {
      await page.locator('[role="dialog"] textarea').fill('Subjective: sleeps better.')
      await button(page, 'Make the template').click()
      await untilAsked(page, 'POST /user/layouts/generate')
      expect(await asked(page, 'POST /user/layouts/generate')).toMatchObject([
        { body: { example: 'Subjective: sleeps better.' } },
      ])
    }))

  const field = { id: 'mood', name: 'Mood', type: 'string' }
  test.each([
    ['a duplicate id', { fields: [field, { ...field, name: 'Mood again' }] }, 'Field ID must be unique'],
    [
      'a cycle',
      {
        fields: [
          { ...field, condition: { id: 'plan', equals: 'a' } },
          { id: 'plan', name: 'Plan', type: 'string', condition: { id: 'mood', equals: 'b' } },
        ],
      },
      'depend on each other',
    ],
    ['an unknown type', { fields: [{ ...field, type: 'essay' }] }, '“Mood” has the type “essay”'],
    [
      '10,000 options',
      { fields: [{ ...field, type: 'single_choice', options: Array.from({ length: 10_000 }, (_, i) => `o${i}`) }] },
      '“Mood” has 10000 options',
    ],
    [
      'script in a name',
      { fields: [{ ...field, name: '<img src=x onerror="window.hacked = true">' }] },
      'contains HTML code',
    ],
    ['no JSON', '{"fields": [', 'This file is not valid JSON'],
  ])('a file with %s is refused with a sentence; nothing is saved and nothing runs', (_, file, sentence) =>
    on('templates', async (page) => {
      const words = typeof file === 'string' ? file : JSON.stringify({ id: '', name: 'Bad', instructions: '', ...file })
      await choose(page, 'bad.json', words)
      await says(page, sentence)
      await says(page, 'This file was not imported')
      expect(await asked(page, 'POST')).toEqual([])
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
      expect(await page.$('[role="dialog"] img')).toBeNull()
    }),
  )

  test('a FHIR Questionnaire becomes a template; what was left out is shown before it is saved', () =>
    on('templates', async (page) => {
      const item = [
        { linkId: '1', text: 'Any pain?', type: 'boolean' },
        { linkId: '2', text: 'Picture', type: 'attachment' },
      ]
      await choose(
        page,
        'q.json',
        JSON.stringify({ resourceType: 'Questionnaire', title: 'Pain', status: 'draft', item }),
      )
      await says(page, '“Picture” was left out')
      expect(await asked(page, 'POST')).toEqual([])
      await button(page, 'Save as a new template').click()
      await says(page, 'Any pain?')
      expect(await asked(page, 'POST /user/layouts')).toMatchObject([
        { body: { name: 'Pain', fields: [{ name: 'Any pain?', type: 'boolean' }] } },
      ])
    }))
})

describe('an open template', () => {
  test('sharing accepts email addresses only, and stores them', () =>
    on('layouts-share', async (page) => {
      const input = page.locator('input[placeholder="name@clinic.example"]')
      await input.fill('not an address')
      await page.keyboard.press('Enter')
      await says(page, '“not an address” is not an email address.')
      await input.fill('Sam@Clinic.example')
      await page.keyboard.press('Enter')
      await says(page, 'sam@clinic.example')
      await button(page, 'Share').click()
      await untilAsked(page, 'PUT /user/layouts/')
      expect(await asked(page, 'PUT /user/layouts/')).toMatchObject([{ body: { editors: ['sam@clinic.example'] } }])
    }))

  test('is shared with the organisation in which one acts, and taken back', () =>
    on('layouts-share-organisation', async (page) => {
      const share = async () => {
        await aria(page, 'switch', 'Share with Harbour Street Counseling').click()
        await button(page, 'Share').click()
        await page.waitForSelector('[role="dialog"]', { hidden: true })
      }
      await share()
      await act(page, 'DAP note', 'Share')
      await share()
      expect(await asked(page, 'PUT /user/layouts/')).toEqual([
        { call: expect.anything(), body: { editors: [], directory: true } },
        { call: expect.anything(), body: { editors: [], directory: false } },
      ])
    }))

  test('deleting asks for confirmation first', () =>
    on('layouts-delete', async (page) => {
      await button(page, 'Cancel').click()
      expect(await asked(page, 'DELETE')).toEqual([])
      await act(page, 'DAP note', 'Delete')
      await button(page, 'Delete').click()
      await page.waitForFunction(() => document.querySelectorAll('main h3 a').length === 3)
    }))

  test('details: a description and Group Note are shown on the card', () =>
    on('layouts-details', async (page) => {
      await aria(page, 'checkbox', 'Group Note').click()
      await button(page, 'Save Changes').click()
      await page.waitForFunction(
        () =>
          [...document.querySelectorAll('main *')].filter(({ textContent }) => textContent === 'Group Note').length > 2,
      )
    }))

  test('a template that may only be viewed says so, offers no changes, and can be copied', () =>
    on('layout-view-only', async (page) => {
      await says(page, 'You have view-only access to this template. Make a copy to change the template.')
      expect(await page.$('::-p-aria(Save[role="button"])')).toBeNull()
      await button(page, 'Make a copy').click()
      await says(page, 'Add Field')
      expect(await asked(page, 'POST')).toHaveLength(1)
    }))

  test('versions are compared with the present state, and restoring one makes it the newest', () =>
    on('layout-versions', async (page) => {
      await says(page, 'Then: DAP note, first try')
      await button(page, 'Restore version 6').click()
      await says(page, 'version 8')
      await says(page, 'No fields yet')
    }))

  test('Open in a tab leads to the same template', () =>
    on('layout-edit', async (page) => {
      await button(page, 'Open in a tab').click()
      expect(await page.evaluate(() => Reflect.get(window, 'opened'))).toEqual([
        '/templates/00000000-0000-4000-8000-000000000020',
      ])
    }))

  test('fields generated on their own page are added to the unsaved changes', () =>
    on('layout-generate', async (page) => {
      await page.locator('textarea').fill('Sleep, please.')
      await button(page, 'Generate Fields').click()
      await aria(page, 'checkbox', 'Sleep').click()
      await button(page, 'Add Fields').click()
      await says(page, '1 field was added.')
      await button(page, 'Back').click()
      await says(page, 'Your unsaved changes are back')
      expect(await page.$$eval('ul[aria-label="Fields"] [data-tooltip]', (each) => each.length)).toBe(4)
    }))
})
