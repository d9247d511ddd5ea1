import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../../scripts/set-up.mjs'
import { says } from '../../screens/words.ts'
import { type EmbeddingStage, frameOf, openEmbeddingStage, press, said } from './stage.ts'

const guide = await readFile(join(root, 'docs/api/embedding.md'), 'utf8')
const [dictation = '', editor = ''] = [...guide.matchAll(/^```html\n([\s\S]*?)^```$/gm)].map(([, html = '']) => html)

let stage: EmbeddingStage
beforeAll(async () => {
  stage = await openEmbeddingStage()
})
afterAll(() => stage?.close())

/**
 * Serves an HTML example of the guide as a page of a customer, and opens the page. The address and the id in the
 * example are replaced by those of this stage.
 */
async function show(html: string) {
  const own = html
    .replaceAll('https://scribe.example', stage.server.url)
    .replaceAll('00000000-0000-4000-8000-000000000000', stage.partner.accessId)
  stage.site.serve('/guide', own)
  const page = await stage.open('/guide')
  return { page, frame: await frameOf(page) }
}

test('the dictation box of the guide writes into the note of its page', async () => {
  const { page, frame } = await show(dictation)
  await press(frame, 'Talk to AI')
  await says(frame, said)
  await press(frame, 'Finish')
  await expect.poll(() => page.$eval('#note', (note) => (note as HTMLTextAreaElement).value)).toBe(said)
})

test('the template editor of the guide shows the listed controls, and saves to the server of its page', async () => {
  const { page, frame } = await show(editor)
  await frame.locator('::-p-aria(Template name[role="textbox"])').fill('First visit')
  const saved = page.waitForRequest((request) => request.method() === 'PUT')
  await press(frame, 'Save')
  const body = JSON.parse((await saved).postData() ?? '')
  expect(body.template).toEqual({ id: 't-1', name: 'First visit', instructions: '', fields: [] })
  await says(frame, 'Our record is closed.')
  expect(await frame.evaluate(() => document.body.textContent)).not.toContain('Models')
})
