import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { EngineEvent, EngineStream, SpeechEngine } from './engine.ts'
import { createEventQueue } from './event-queue.ts'

/** What is said when; the form of the demonstration visit's script too. */
const speechScript = z.array(
  z.strictObject({
    /** 0 the microphone, 1 the tab. */
    speaker: z.literal([0, 1]),
    text: z.string().min(1),
    fromMs: z.number().min(0),
    toMs: z.number().min(0),
  }),
)
export type SpeechScript = z.infer<typeof speechScript>

const framesPerMs = 16

interface Line {
  channel: 0 | 1
  voice: number | undefined
  words: string[]
  fromFrame: number
  toFrame: number
  told: number
  done: boolean
}

/** Reads a script file; throws a sentence that names the file when it is not one. */
export function readSpeechScript(path: string): SpeechScript {
  const parsed = speechScript.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${path} is not a speech script: a list of { speaker, text, fromMs, toMs }.`)
}

/** Hears the script's words at their times, whatever the sound: for tests, deterministic by position alone. */
export function createScriptedEngine(script: SpeechScript): SpeechEngine {
  return {
    name: 'scripted',
    label: 'Scripted: hears words written beforehand. For tests only.',
    languages: ['en', 'multi'],
    diarizes: true,
    async open({ channels, diarize, knownFrames }) {
      const lines: Line[] = script
        .map((line) => ({
          channel: channels === 2 ? line.speaker : (0 as const),
          voice: channels === 1 && diarize ? line.speaker : undefined,
          words: line.text.split(/\s+/),
          fromFrame: Math.round(line.fromMs * framesPerMs),
          toFrame: Math.round(line.toMs * framesPerMs),
          told: 0,
          done: false,
        }))
        .sort((a, b) => a.fromFrame - b.fromFrame)
      for (const line of lines) line.done = line.toFrame <= (knownFrames?.[line.channel] ?? 0)
      return streamOf(lines, channels)
    },
    async close() {},
  }
}

function streamOf(lines: readonly Line[], channels: 1 | 2): EngineStream {
  const queue = createEventQueue<EngineEvent>()
  let position = 0
  let open = true

  const tell = (line: Line, count: number, final: boolean) => {
    line.told = count
    line.done = final
    const text = line.words.slice(0, count).join(' ')
    const toFrame = final ? line.toFrame : Math.min(line.toFrame, Math.max(line.fromFrame, position))
    const voice = line.voice === undefined ? {} : { voice: line.voice }
    const segment = { channel: line.channel, ...voice, text, fromFrame: line.fromFrame, toFrame, final }
    queue.push({ type: 'segment', segment })
  }

  const hear = () => {
    for (const line of lines) {
      if (line.done || position <= line.fromFrame) continue
      const share = (position - line.fromFrame) / (line.toFrame - line.fromFrame)
      const count = Math.min(line.words.length, Math.floor(share * line.words.length))
      if (position >= line.toFrame) tell(line, line.words.length, true)
      else if (count > line.told) tell(line, count, false)
    }
    for (const channel of ([0, 1] as const).slice(0, channels)) {
      const waiting = lines.find((line) => line.channel === channel && !line.done && line.fromFrame < position)
      queue.push({ type: 'processed', channel, toFrame: waiting?.fromFrame ?? position })
    }
  }

  return {
    async write({ pcm, atFrame }) {
      if (!open) throw new Error('Audio stream closed')
      // What was to be said in a gap is not heard.
      for (const line of lines) if (line.fromFrame >= position && line.toFrame <= atFrame) line.done = true
      position = atFrame + Math.floor(pcm.length / channels)
      hear()
    },
    async finish() {
      // The sound ended in the middle of a line: the words said so far are all there is.
      for (const line of lines) if (!line.done && line.told > 0) tell(line, line.told, true)
      for (const channel of ([0, 1] as const).slice(0, channels)) {
        queue.push({ type: 'processed', channel, toFrame: position })
      }
      open = false
      queue.end()
    },
    events: queue,
    close() {
      open = false
      queue.end()
    },
  }
}
