import { readFileSync } from 'node:fs'
import { decodeWav } from '../../scripts/wav-file.ts'
import type { EngineEvent, SpeechEngine } from '../../server/providers/speech/index.ts'
import type { EndpointRequest } from './transcription-endpoint.ts'

const demo = new URL('../../assets/demo/', import.meta.url)
const rateHz = 16_000
/** A sentence of the demo visit. */
const sentence = (() => {
  const lines = JSON.parse(readFileSync(new URL('script.json', demo), 'utf8')) as {
    speaker: number
    fromMs: number
    toMs: number
  }[]
  const lengthOf = (line: { fromMs: number; toMs: number }) => line.toMs - line.fromMs
  const [line] = lines
    .filter((one) => one.speaker === 1 && lengthOf(one) > 900)
    .sort((a, b) => lengthOf(a) - lengthOf(b))
  const { pcm } = decodeWav(readFileSync(new URL('tab.wav', demo)))
  return pcm.slice(((line?.fromMs ?? 0) * rateHz) / 1000, ((line?.toMs ?? 0) * rateHz) / 1000)
})()
const mark = [32_000, -32_000, 32_000]
const markAt = 8000

/** A spoken sentence that carries a number from 1 to 30,000 in its samples. */
export function numberedUtterance(number: number): Int16Array<ArrayBuffer> {
  const pcm = sentence.slice()
  pcm.set([...mark, number], markAt)
  return pcm
}

/** The number of the utterance that a request contains. Null: it contains another sound. */
export function numberOf({ pcm }: Pick<EndpointRequest, 'pcm'>): number | null {
  const [first = 0] = mark
  let at = pcm.indexOf(first)
  while (at >= 0 && !mark.every((sample, index) => pcm[at + index] === sample)) at = pcm.indexOf(first, at + 1)
  return at < 0 ? null : (pcm[at + mark.length] ?? null)
}

/** Lets an engine hear this many numbered utterances, `everySeconds` apart. The pauses between them are gaps. */
export async function hearNumbered(engine: SpeechEngine, count: number, everySeconds: number): Promise<EngineEvent[]> {
  const stream = await engine.open({ channels: 1, language: 'en', diarize: false })
  const events: EngineEvent[] = []
  const listened = (async () => {
    for await (const event of stream.events) events.push(event)
  })()
  listened.catch(() => {})
  for (let number = 1; number <= count; number++) {
    const atFrame = (number - 1) * everySeconds * rateHz
    await stream.write({ pcm: numberedUtterance(number), atFrame })
    await stream.write({ pcm: new Int16Array(0), atFrame: atFrame + everySeconds * rateHz })
  }
  await stream.finish()
  await listened
  return events
}
