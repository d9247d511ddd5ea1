import type { Page } from 'puppeteer'
import { expect, test } from 'vitest'
import { stageOfFile } from './stage.ts'

// These tests check the exact wording of texts that docs/product.md quotes in 2.1 to 2.31. Tests beside the modules
// check the texts that pure functions return.
const { on } = stageOfFile()

/** Returns every text of the screen: one entry for each element that directly contains text. */
const texts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const said = own
        .map((node) => node.textContent ?? '')
        .join('')
        .trim()
      return said ? [said] : []
    }),
  )
const names = (page: Page) =>
  page.$$eval('[aria-label]', (elements) => elements.map((element) => element.getAttribute('aria-label')))

test('example session selector: its placeholder, 200 wide and 44 high, the four sessions by name', () =>
  on('session', async (page) => {
    const input = await page.$('input[placeholder="Select an example session"]')
    expect(await input?.boundingBox()).toMatchObject({ width: 200, height: 44 })
    await input?.click()
    await page.waitForSelector('[role="option"]')
    expect(await page.$$eval('[role="option"]', (options) => options.map((option) => option.textContent))).toHaveLength(
      4,
    )
  }))

test('Change Microphone dialog: its title, full screen up to 600 px', () =>
  on('microphone', async (page) => {
    expect(await texts(page)).toContain('Change Microphone')
    const width = () => page.$eval('[role="dialog"]', (dialog) => dialog.getBoundingClientRect().width)
    await page.setViewport({ width: 600, height: 700 })
    await page.waitForFunction(() => document.querySelector('[role="dialog"]')?.getBoundingClientRect().width === 600)
    await page.setViewport({ width: 601, height: 700 })
    await page.waitForFunction(
      () => (document.querySelector('[role="dialog"]')?.getBoundingClientRect().width ?? 601) < 600,
    )
    expect(await width()).toBeLessThan(600)
  }))

test('dictation box: Talk to AI when idle, Finish while recording, 5 rows', async () => {
  await on('session', async (page) => {
    expect(await texts(page)).toContain('Talk to AI')
    expect(await page.$eval('textarea', ({ rows }) => rows)).toBe(5)
  })
  await on('dictating', async (page) => expect(await texts(page)).toContain('Finish'))
})

test('a silent tab: The other person cannot be heard', () =>
  on('recording-silent', async (page) => expect(await texts(page)).toContain('The other person cannot be heard')))

test('layout card: source, Group Note, credits, generating, access', () =>
  on('templates', async (page) => {
    expect(await texts(page)).toEqual(
      expect.arrayContaining([
        'Created Manually',
        'Kipu',
        'Group Note',
        'Northside Clinic',
        '1 Document Credit',
        '1 Dictation/Session Credit',
        'Reading your example note…',
      ]),
    )
    expect(await names(page)).toEqual(
      expect.arrayContaining([
        'This template was created by you',
        'You have editor access to this template',
        'This is a public template',
        'You have view-only access to this template',
      ]),
    )
  }))

test('layout card: the details tooltip says its lines', () =>
  on('templates', async (page) => {
    await page.focus('[aria-label="Details of Discharge letter"]')
    const tooltip = await page.waitForSelector('[role="tooltip"]')
    const lines = await tooltip?.$$eval('div', (each) => each.map(({ textContent }) => textContent))
    expect(lines).toEqual(['Comes with Chartside', 'This is a public template', 'Text-Based Template'])
  }))

test('report card: For whom, Generating..., Processing...', () =>
  on('reports', async (page) => {
    expect(await texts(page)).toEqual(
      expect.arrayContaining([
        'For Maya Okafor · 004812',
        'Generating...',
        'Processing...',
        '3 hours ago',
        '3 days ago',
      ]),
    )
  }))

test('a report being written says Generating...', () =>
  on('generating', async (page) => {
    expect((await texts(page)).some((text) => text.startsWith('Generating...'))).toBe(true)
  }))

test('the note editor has the toolbar of product 2.22 that this part shows, and is at least 200 high', () =>
  on('report-editing', async (page) => {
    expect(await names(page)).toEqual(
      expect.arrayContaining([
        ...['Paragraph', 'Heading 1', 'Heading 2', 'Heading 3', 'Bold', 'Italic', 'AI placeholder'],
        ...['Highlight 1', 'Highlight 2', 'Highlight 3', 'Bullet list', 'Ordered list', 'Task list'],
      ]),
    )
    const height = await page.$eval('[contenteditable="true"]', (editor) => editor.getBoundingClientRect().height)
    expect(height).toBeGreaterThanOrEqual(200)
  }))

test('the fill screen promises neither to save nor to sign', () =>
  on('fill', async (page) => {
    expect(await texts(page)).toContain('Chartside never saves or signs the form. You do this in your EHR.')
  }))
