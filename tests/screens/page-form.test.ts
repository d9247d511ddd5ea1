import { mkdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildForProduction } from '../../scripts/production-build.ts'
import { cutOff } from './cut-off.ts'
import { launchBrowser, picturesDir } from './stage.ts'

const outDir = fileURLToPath(new URL(`../../.output/page-form-harness/${process.pid}`, import.meta.url))
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

let browser: Browser
let server: Server
beforeAll(async () => {
  await mkdir(picturesDir, { recursive: true })
  await buildForProduction({
    root: fileURLToPath(new URL('./harness/page-form', import.meta.url)),
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
  })
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stage')
    const file = join(outDir, pathname === '/' ? 'index.html' : pathname)
    const body = await readFile(file).catch(() => null)
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  server?.close()
  await rm(outDir, { recursive: true, force: true })
})

async function on(query: string, act: (page: Page) => Promise<void>, width = 360): Promise<void> {
  const page = await browser.newPage()
  try {
    await page.setViewport({ width, height: 900 })
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?${query}`)
    await page.locator('h1').wait()
    await act(page)
  } finally {
    await page.close()
  }
}
const aria = (page: Page, role: string, name: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`)
const says = (page: Page, words: string) =>
  page.waitForFunction((wanted) => document.body.textContent.includes(wanted), {}, words)
const told = (page: Page) => page.evaluate(() => (window as unknown as { told: unknown[][] }).told)

describe('names that a language model suggests', () => {
  test('are asked for without values, shown, and used by one click', () =>
    on('model', async (page) => {
      await aria(page, 'button', 'Check the fields').click()
      await aria(page, 'button', 'Suggest names').click()
      await says(page, 'One name is suggested')
      const [, fields] = (await told(page)).find(([kind]) => kind === 'ask names') as [string, object[]]
      expect(fields).toEqual([
        {
          kind: 'long_text',
          candidates: ['txtNarrative4', 'Plan for next session'],
          section: '',
          near: '',
          options: [],
          before: 'PHQ-9 total',
          after: '',
        },
      ])
      await aria(page, 'button', 'Use this name').click()
      await aria(page, 'button', 'Save 4 fields').click()
      await aria(page, 'button', 'Check the fields').wait()
      const [, draft] = (await told(page)).find(([kind]) => kind === 'save') as [string, { fields: { name: string }[] }]
      expect(draft.fields.at(-1)?.name).toBe('Plan for next session')
    }))

  test('are not offered without a model, and a failure says that nothing was changed', async () => {
    await on('', async (page) => {
      await aria(page, 'button', 'Check the fields').click()
      await says(page, 'Chartside had to guess the name of one field.')
      expect(await page.evaluate(() => document.body.textContent.includes('Suggest names'))).toBe(false)
    })
    await on('model&fails', async (page) => {
      await aria(page, 'button', 'Check the fields').click()
      await aria(page, 'button', 'Suggest names').click()
      await says(page, 'The language model does not answer. No name was changed.')
    })
  })
})

describe('a template from the open form', () => {
  test('is saved with the EHR as its source, with the given names and without the dropped fields', () =>
    on('', async (page) => {
      await aria(page, 'button', 'Check the fields').click()
      await says(page, 'Chartside had to guess the name of one field.')
      await aria(page, 'button', 'Plan for next session').click()
      await aria(page, 'checkbox', 'Sleep').click()
      await aria(page, 'button', 'Save 3 fields').click()
      await aria(page, 'button', 'Check the fields').wait()
      type Draft = { source: string; fields: { name: string; disabled?: boolean }[] }
      const [, draft] = (await told(page)).find(([kind]) => kind === 'save') as [string, Draft]
      expect(draft.source).toBe('kipu')
      // The clinician has cleared the check box of Sleep. The template still contains this field, disabled, so that
      // Chartside can recognise the form. A note never asks a disabled field.
      expect(draft.fields.flatMap(({ name, disabled }) => (disabled ? [] : [name]))).toEqual([
        'Mood',
        'Risk discussed',
        'Plan for next session',
      ])
      expect(draft.fields.flatMap(({ name, disabled }) => (disabled ? [name] : []))).toEqual(['Sleep'])
    }))

  test('lets every field be renamed, suggests the page’s words, and shows its place in the page', () =>
    on('', async (page) => {
      await aria(page, 'button', 'Check the fields').click()
      const names = ['Mood', 'Sleep', 'Risk discussed']
      for (const name of names) await aria(page, 'button', `Rename ${name}`).wait()
      await aria(page, 'button', 'Rename Mood').click()
      await aria(page, 'button', 'Mood and affect').click()
      await aria(page, 'button', 'Rename Sleep').click()
      await aria(page, 'textbox', 'Name for Sleep').fill('Hours of sleep')
      await aria(page, 'button', 'Show on the page: Sleep').click()
      await page.waitForFunction(() =>
        (window as unknown as { told: unknown[][] }).told.some(([kind, id]) => kind === 'show' && id === 'sleep'),
      )
      await aria(page, 'button', 'Save 4 fields').click()
      await aria(page, 'button', 'Check the fields').wait()
      const saved = (await told(page)).find(([kind]) => kind === 'save') as [string, { fields: { name: string }[] }]
      expect(saved[1].fields.map(({ name }) => name)).toEqual([
        'Mood and affect',
        'Hours of sleep',
        'Risk discussed',
        'txtNarrative4',
      ])
    }))

  test('says so if a field is not found on the page', () =>
    on('', async (page) => {
      await aria(page, 'button', 'Check the fields').click()
      await aria(page, 'button', 'Rename Risk discussed').click()
      await says(page, 'The field was not found on the page.')
    }))

  test('shows a field without a name with the words around it, and asks it once it is named', () =>
    on('unnamed', async (page) => {
      await aria(page, 'button', 'Check the fields').click()
      await says(page, 'One field has no name.')
      await says(page, 'Notes for the family [ ] Signature of the clinician')
      await aria(page, 'button', 'Save 4 fields').wait()
      await aria(page, 'textbox', 'Name for Unnamed field').fill('Family notes')
      await aria(page, 'button', 'Save 5 fields').click()
      await aria(page, 'button', 'Check the fields').wait()
      type Saved = [string, { fields: { name: string; disabled?: boolean }[] }]
      const saved = (await told(page)).find(([kind]) => kind === 'save') as Saved
      expect(saved[1].fields.at(-1)).toMatchObject({ name: 'Family notes' })
      expect(saved[1].fields.at(-1)).not.toHaveProperty('disabled')
    }))

  test('that cannot be saved says so and loses nothing', () =>
    on('fails', async (page) => {
      await aria(page, 'button', 'Check the fields').click()
      await aria(page, 'checkbox', 'Sleep').click()
      await aria(page, 'button', 'Save 3 fields').click()
      await says(page, 'Your choices are still here.')
      await aria(page, 'button', 'Save 3 fields').wait()
    }))

  test('cannot be made from a signed form', () =>
    on('signed', async (page) => {
      await says(page, 'This form is signed.')
      expect(await page.$$('button')).toEqual([])
    }))

  test('can be made with the keyboard alone', () =>
    on('', async (page) => {
      await page.focus('[aria-label="Make a template from this form"] button')
      await page.keyboard.press('Enter')
      await says(page, 'Template name')
      await page.focus('[aria-label="Make a template from this form"] input')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => (window as unknown as { told: unknown[] }).told.length === 1)
    }))
})

describe('the template of a form that is reopened', () => {
  test('is used at once if the form is the same', () =>
    on('', async (page) => {
      await says(page, 'fits this form')
      await aria(page, 'button', 'Use this template').click()
      expect(await told(page)).toEqual([['choose', 'Individual session note', 'same']])
    }))

  test('shows what changed, and is used only after confirmation', () =>
    on('changed', async (page) => {
      await says(page, 'This form has changed: 1 new, 1 gone, 1 renamed.')
      await aria(page, 'button', 'Use this template').click()
      await aria(page, 'button', 'Use it anyway').wait()
      expect(await told(page)).toEqual([])
      await aria(page, 'button', 'Use it anyway').click()
      expect(await told(page)).toEqual([
        ['agree', expect.any(String)],
        ['choose', 'Individual session note', 'changed'],
      ])
    }))

  test('is used at once if the clinician has confirmed the same change before', () =>
    on('changed&agreed', async (page) => {
      await aria(page, 'button', 'Use this template').click()
      await page.waitForFunction(() => (window as unknown as { told: unknown[] }).told.length === 1)
      expect(await told(page)).toEqual([['choose', 'Individual session note', 'changed']])
    }))
})

test('the page’s present values are shown beside the planned ones, and sent to the writer only on request', () =>
  on('', async (page) => {
    await says(page, 'Low → Even')
    await aria(page, 'switch', 'Use these values when writing the note').click()
    expect(await told(page)).toEqual([['give', true]])
  }))

test.each([320, 345, 360, 600, 1200])(
  '%i px wide, light and dark: axe has no objection and nothing is cut off',
  async (width) => {
    for (const scheme of ['light', 'dark']) {
      const look = async (page: Page) => {
        await aria(page, 'button', 'Check the fields').click()
        await says(page, 'Chartside had to guess the name of one field.')
        await aria(page, 'button', 'Rename Mood').click()
        await aria(page, 'button', 'Suggest names').click()
        await says(page, 'names are suggested')
        await page.screenshot({
          path: join(picturesDir, `page-form-${width}-${scheme}.png`) as `${string}.png`,
          fullPage: true,
        })
        await page.addScriptTag({ path: axe })
        const { violations } = await page.evaluate(async () => {
          const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
          return axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        })
        expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${scheme} ${id}: ${html}`))).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(await cutOff(page)).toEqual([])
      }
      await on(`changed&unnamed&model&scheme=${scheme}`, look, width)
    }
  },
)
