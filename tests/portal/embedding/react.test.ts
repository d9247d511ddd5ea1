import { afterAll, beforeAll, expect, test } from 'vitest'
import { says } from '../../screens/words.ts'
import { type EmbeddingStage, openEmbeddingStage, press, said } from './stage.ts'

let stage: EmbeddingStage
beforeAll(async () => {
  stage = await openEmbeddingStage()
})
afterAll(() => stage?.close())

test('the React components show both parts, and call the newest functions of their page', async () => {
  const { server, partner } = stage
  const query = new URLSearchParams({ scope: 'embed-text', server: server.url, access: partner.accessId })
  const page = await stage.open(`/react?${query}`)
  const frameIn = async (element: string) => {
    const inside = await page.waitForSelector(`${element} >>> iframe`)
    const frame = await inside?.contentFrame()
    if (!frame) throw new Error(`${element} has no frame.`)
    return frame
  }
  const told = () => page.evaluate(() => (window as unknown as { told: [string, unknown][] }).told)
  const box = await frameIn('chartside-dictation')
  await press(box, 'Talk to AI')
  await says(box, said)
  await press(box, 'Finish')
  await expect.poll(() => page.$eval('output', (output) => output.textContent)).toBe(said)

  const editor = await frameIn('chartside-template-editor')
  await editor.locator('::-p-aria(Template name[role="textbox"])').fill('First visit')
  await press(editor, 'Save')
  const saved = {
    id: 't-1',
    name: 'First visit',
    instructions: '',
    fields: [{ id: 'mood', name: 'Mood', type: 'string' }],
  }
  await expect.poll(told).toContainEqual(['save', saved])
  expect((await told()).filter(([name]) => name !== 'save').sort()).toEqual(
    [
      ['editor ready', null],
      ['ready', null],
      ...['starting', 'recording', 'stopping', 'idle'].map((phase) => ['state', phase]),
      ['words', [said]],
    ].sort(),
  )
})
