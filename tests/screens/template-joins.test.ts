import type { Page } from 'puppeteer'
import { expect, test } from 'vitest'
import { ids } from './harness/data.ts'
import { stageOfFile } from './stage.ts'
import { aria, button, says } from './words.ts'

// Runs the editor with the real client. Each call of the editor to its host becomes a request to the server.
const { on } = stageOfFile()

interface Asked {
  call: string
  body?: unknown
}
const asked = (page: Page, call: string): Promise<Asked[]> =>
  page.evaluate((call) => (Reflect.get(window, 'asked') as Asked[]).filter((each) => each.call.startsWith(call)), call)
const saveAsAnother = (page: Page, change: object) =>
  page.evaluate(
    (id, change) => (Reflect.get(window, 'saveAsAnother') as (id: string, change: object) => void)(id, change),
    ids.ownLayout,
    change,
  )
const rename = (page: Page, name: string) => page.locator('[aria-label="Template name"]').fill(name)

test('a save names the version it was made from; the next save names the version after it', () =>
  on('layout-edit', async (page) => {
    await rename(page, 'DAP, short')
    await button(page, 'Save').click()
    await says(page, 'version 8')
    await rename(page, 'DAP, shorter')
    await button(page, 'Save').click()
    await says(page, 'version 9')
    expect(await asked(page, 'PUT')).toMatchObject([
      {
        body: { version: 7, layout: { name: 'DAP, short', description: 'Data, assessment, plan. Short paragraphs.' } },
      },
      { body: { version: 8, layout: { name: 'DAP, shorter' } } },
    ])
  }))

test('the other person’s version is shown beside one’s own; once taken over, it can be edited and saved without another question', () =>
  on('layout-edit', async (page) => {
    await saveAsAnother(page, { instructions: 'Write in the first person.' })
    await rename(page, 'Mine')
    await button(page, 'Save').click()
    await button(page, 'Compare').click()
    await says(page, 'Write in the first person.')
    await button(page, 'Take theirs').click()
    await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
    await rename(page, 'Both')
    await button(page, 'Save').click()
    await says(page, 'version 9')
    expect((await asked(page, 'PUT')).at(-1)).toMatchObject({
      body: { version: 8, layout: { name: 'Both', instructions: 'Write in the first person.' } },
    })
  }))

test('a group is stored at once, without the other unsaved changes', () =>
  on('layout-edit', async (page) => {
    await rename(page, 'Not saved yet')
    await button(page, 'Change group').click()
    await aria(page, 'textbox', 'Group').fill('  IOP ')
    await page.keyboard.press('Enter')
    await says(page, 'version 8')
    await says(page, 'Unsaved changes')
    expect(await asked(page, 'PUT')).toMatchObject([
      { body: { version: 7, layout: { name: 'DAP note', group: 'IOP' } } },
    ])
  }))

test('the models come from the server, by name', () =>
  on('layout-edit', async (page) => {
    await button(page, 'Models').click()
    await says(page, 'On this server')
  }))

test('a template made from the form on the page shows the fields built from it', () =>
  on('layout-of-form', async (page) => {
    const rows = await page.$$eval('ul[aria-label="Dynamic Fields"] [data-tooltip]', (each) =>
      each.map(({ textContent }) => textContent),
    )
    expect(rows).toEqual(['Goal 1'])
  }))

test('unsaved changes are restored when the user comes back', () =>
  on('layout-edit', async (page) => {
    await rename(page, 'Half done')
    await button(page, 'Back').click()
    await aria(page, 'link', 'DAP note').click()
    await says(page, 'Your unsaved changes are back')
    expect(await page.$eval('[aria-label="Template name"]', (input) => (input as HTMLInputElement).value)).toBe(
      'Half done',
    )
  }))
