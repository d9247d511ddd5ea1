import { afterAll, beforeAll, expect, test } from 'vitest'
import { aria, text } from '../../scripts/demo/panel.ts'
import { startFakeDeepgram } from '../fakes/deepgram-server.ts'
import { openRecordingStage, type RecordingStage, wordsEverySecond } from './recording-stage.ts'

const waitMs = 30_000
let fake: Awaited<ReturnType<typeof startFakeDeepgram>>
let stage: RecordingStage
beforeAll(async () => {
  // The fake Deepgram server must not answer. It recognises only the artificial words of `numbered-sound.ts`. It would
  // report each sample of the tone as such a word.
  fake = await startFakeDeepgram({ mute: [{ connection: 0, afterFrames: 0 }] })
  stage = await openRecordingStage({
    script: wordsEverySecond(),
    speech: {
      SPEECH_ENGINE: 'deepgram',
      DEEPGRAM_API_KEY: fake.apiKey,
      DEEPGRAM_BASE_URL: fake.baseUrl,
      SPEECH_CHANNELS: '1',
      SPEECH_FALLBACK_ENGINE: 'scripted',
    },
  })
})
afterAll(() => stage?.close())

test('microphone and tab reach an engine of one channel, with the names of the chart; a second engine takes over', async () => {
  const { panel: open } = await stage.openBrowser()
  const panel = await open()
  await text(panel, 'Ready to record').wait()
  await panel.locator('label ::-p-text(Telehealth)').click()
  await aria(panel, 'button', 'Record session').click()
  await aria(panel, 'button', 'Finish').wait()
  await text(panel, 'this tab').wait()
  await expect.poll(() => fake.connections[0]?.frames, { timeout: waitMs }).toBeDefined()
  const { searchParams } = fake.attempts[0] ?? new URL('http://none')
  expect(searchParams.get('channels')).toBe('1')
  expect(searchParams.getAll('keyterm')).toEqual(expect.arrayContaining(['Maya', 'Okafor']))

  await fake.close()
  await panel.waitForFunction(
    () => document.body.textContent.includes('Another speech engine is turning speech into text'),
    {
      timeout: waitMs,
    },
  )
  // The second engine gets the sound from the beginning, because the first engine has returned no final words.
  await panel.waitForFunction(() => document.querySelector('[role="log"]')?.textContent?.includes('word0. word1.'), {
    timeout: waitMs,
  })
})
