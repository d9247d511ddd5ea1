import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import type { Figure } from '../../../scripts/bench.ts'
import { aria, text } from '../../../scripts/demo/panel.ts'
import { root } from '../../../scripts/set-up.mjs'
import { ensureSpeechLibrary } from '../../../scripts/speech-library.ts'
import { decodeWav } from '../../../scripts/wav-file.ts'
import { openRecordingStage } from '../../e2e/recording-stage.ts'
import { music, noise, silence } from '../../fakes/sounds.ts'

const seconds = 60
/**
 * Length of the speech at the end of the recording, in seconds. If this speech is recognised, everything before it was
 * processed too.
 */
const speechSeconds = 25
const rateHz = 16_000

const wordsShown = (panel: Page) =>
  panel.evaluate(() =>
    [...document.querySelectorAll('[role="log"] li p')].reduce(
      (count, turn) => count + turn.textContent.split(/\s+/).filter(Boolean).length,
      0,
    ),
  )
/** Waits until the take has this length. Polls once a second, because a single call must not last for minutes. */
async function recorded(panel: Page, wanted: number): Promise<void> {
  for (;;) {
    const shown = await panel.evaluate(() => document.querySelector('[role="timer"]')?.textContent ?? '')
    const [minutes = 0, rest = 0] = shown.split(':').map(Number)
    if (minutes * 60 + rest >= wanted) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/**
 * Counts the words that the panel shows while music, noise and silence are played to the microphone. Nobody speaks in
 * these sounds, so every word is an error. Runs the real extension with the PocketSphinx engine.
 */
export async function madeUpFigures(): Promise<Figure[]> {
  const measure = `words made of music, noise, silence (${seconds} s each), from the microphone to the panel`
  if (!ensureSpeechLibrary()) {
    return [{ measure, figure: 'not measured: PocketSphinx could not be installed', limit: '0', holds: false }]
  }
  const speech = decodeWav(readFileSync(join(root, 'assets/demo/microphone.wav'))).pcm
  const parts = [music(seconds), noise(seconds), silence(seconds), speech.subarray(0, speechSeconds * rateHz)]
  const microphone = Int16Array.from(parts.flatMap((part) => [...part]))
  const stage = await openRecordingStage({ microphone })
  try {
    const opened = await stage.openBrowser()
    const panel = await opened.panel()
    await text(panel, 'Ready to record').wait()
    await panel.locator('label ::-p-text(In the room)').click()
    await aria(panel, 'button', 'Record session').click()
    await aria(panel, 'button', 'Finish').wait()
    await recorded(panel, 3 * seconds)
    const made = await wordsShown(panel)
    await recorded(panel, 3 * seconds + speechSeconds)
    await aria(panel, 'button', 'Pause').click()
    const wordCount = await wordsShown(panel)
    return [
      {
        measure,
        figure: `${made}; of the ${speechSeconds} s of speech that follow, ${wordCount - made}`,
        limit: '0, and more than 0 of the speech',
        holds: made === 0 && wordCount > made,
      },
    ]
  } finally {
    await stage.close()
  }
}
