import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distance } from 'fastest-levenshtein'
import type { SpeechEngine } from '../server/providers/speech/engine.ts'
import { readSpeechScript } from '../server/providers/speech/scripted.ts'
import { root } from './set-up.mjs'
import { decodeWav } from './wav-file.ts'

interface Clip {
  name: string
  pcm: Int16Array
  text: string
}

const framesPerMs = 16
const folder = join(root, 'assets/demo')

/** The three bundled clips: the therapist, and the client in two parts, of the demo visit. */
function clips(): Clip[] {
  const script = readSpeechScript(join(folder, 'script.json'))
  const endMs = Math.max(...script.map(({ toMs }) => toMs)) + 1000
  const clipOf = (name: string, speaker: 0 | 1, fromMs: number, toMs: number): Clip => {
    const { pcm } = decodeWav(readFileSync(join(folder, speaker === 0 ? 'microphone.wav' : 'tab.wav')))
    const lines = script.filter((line) => line.speaker === speaker && line.fromMs >= fromMs && line.fromMs < toMs)
    return {
      name,
      pcm: pcm.slice(fromMs * framesPerMs, toMs * framesPerMs),
      text: lines.map(({ text }) => text).join(' '),
    }
  }
  const [first] = script.filter(({ speaker, fromMs }) => speaker === 0 && fromMs > endMs / 2)
  const middleMs = Math.max(0, (first?.fromMs ?? endMs / 2) - 300)
  return [
    clipOf('clinician', 0, 0, endMs),
    clipOf('patient, first part', 1, 0, middleMs),
    clipOf('patient, second part', 1, middleMs, endMs),
  ]
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []

/** Returns how many words must be changed, added or left out to get from one text to the other, and the words of the first. */
export function wordErrors(spoken: string, heard: string): { errors: number; words: number } {
  const codes = new Map<string, string>()
  const codeOf = (word: string) => {
    const code = codes.get(word) ?? String.fromCharCode(0x100 + codes.size)
    codes.set(word, code)
    return code
  }
  const [from, to] = [spoken, heard].map((text) => wordsOf(text).map(codeOf).join(''))
  return { errors: distance(from ?? '', to ?? ''), words: from?.length ?? 0 }
}

async function hear(engine: SpeechEngine, pcm: Int16Array, late: boolean): Promise<string> {
  const stream = await engine.open({ channels: 1, language: 'en', diarize: false, ...(late && { late: {} }) })
  const texts: string[] = []
  const listened = (async () => {
    for await (const event of stream.events)
      if (event.type === 'segment' && event.segment.final) texts.push(event.segment.text)
  })()
  listened.catch(() => {})
  const pieceFrames = 16_000
  for (let at = 0; at < pcm.length; at += pieceFrames)
    await stream.write({ pcm: pcm.slice(at, at + pieceFrames), atFrame: at })
  await stream.finish()
  await listened
  return texts.join(' ')
}

/**
 * Lets an engine hear the three bundled clips, which are English. Returns the share of wrong words of each clip and of all, in
 * percent. `late`: the engine hears them as files.
 */
export async function measureErrorRate(
  engine: SpeechEngine,
  { late = false } = {},
): Promise<{ clips: { name: string; percent: number }[]; percent: number }> {
  const percentOf = ({ errors, words }: { errors: number; words: number }) => Math.round((1000 * errors) / words) / 10
  const counts: { name: string; errors: number; words: number }[] = []
  for (const { name, pcm, text } of clips()) counts.push({ name, ...wordErrors(text, await hear(engine, pcm, late)) })
  const sum = (key: 'errors' | 'words') => counts.reduce((total, one) => total + one[key], 0)
  return {
    clips: counts.map((one) => ({ name: one.name, percent: percentOf(one) })),
    percent: percentOf({ errors: sum('errors'), words: sum('words') }),
  }
}
