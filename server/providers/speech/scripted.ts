import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { framesPerMs } from '../../../lib/contracts/audio.ts'
import type { EngineEvent, EngineStream, SpeechEngine } from './engine.ts'
import { createEventQueue } from './event-queue.ts'

/**
 * The format of a script: a list of texts with the times at which they are said. The demonstration visit uses the same
 * format.
 */
const speechScript = z.array(
  z.strictObject({
    /** 0: microphone, 1: tab. */
    speaker: z.literal([0, 1]),
    text: z.string().min(1),
    fromMs: z.number().min(0),
    toMs: z.number().min(0),
  }),
)
export type SpeechScript = z.infer<typeof speechScript>

interface Line {
  speaker: 0 | 1
  words: readonly string[]
  fromFrame: number
  toFrame: number
}

/**
 * Reads a script file. Throws an error that names the file if the JSON of the file is not a script, and a `SyntaxError`
 * if the file is not JSON.
 */
export function readSpeechScript(path: string): SpeechScript {
  const parsed = speechScript.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${path} is not a speech script: a list of { speaker, text, fromMs, toMs }.`)
}

export function createScriptedEngine(script: SpeechScript): SpeechEngine {
  // All streams share this list. Each stream only stores its position.
  const lines: readonly Line[] = script
    .map(({ speaker, text, fromMs, toMs }) => ({
      speaker,
      words: text.split(/\s+/),
      fromFrame: Math.round(fromMs * framesPerMs),
      toFrame: Math.round(toMs * framesPerMs),
    }))
    .sort((a, b) => a.fromFrame - b.fromFrame)
  return {
    name: 'scripted',
    label: 'Scripted: returns words from a file. For tests only.',
    languages: ['en', 'multi'],
    diarizes: true,
    takesTerms: false,
    channels: 2,
    async open({ channels, diarize, knownFrames }) {
      return streamOf(lines, { channels, hasVoices: channels === 1 && diarize, knownFrames: knownFrames ?? [] })
    },
    async close() {},
  }
}

interface ScriptedTake {
  channels: 1 | 2
  /** True if there is one channel and the speakers are distinguished by voice. */
  hasVoices: boolean
  knownFrames: readonly number[]
}

function streamOf(lines: readonly Line[], { channels, hasVoices, knownFrames }: ScriptedTake): EngineStream {
  const queue = createEventQueue<EngineEvent>()
  const channelOf = ({ speaker }: Line): 0 | 1 => (channels === 2 ? speaker : 0)
  let position = 0
  let first = 0
  const doneLines = new Set<number>()
  const wordsSent = new Map<number, number>()
  let isOpen = true

  lines.forEach((line, index) => {
    if (line.toFrame <= (knownFrames[channelOf(line)] ?? 0)) doneLines.add(index)
  })

  function* begun(frame: number): Generator<[index: number, line: Line]> {
    while (doneLines.delete(first)) first++
    for (let index = first; index < lines.length; index++) {
      const line = lines[index] as Line
      if (line.fromFrame >= frame) return
      if (!doneLines.has(index)) yield [index, line]
    }
  }

  const tell = (index: number, line: Line, count: number, final: boolean) => {
    if (final) doneLines.add(index)
    if (final) wordsSent.delete(index)
    else wordsSent.set(index, count)
    const text = line.words.slice(0, count).join(' ')
    const toFrame = final ? line.toFrame : Math.min(line.toFrame, Math.max(line.fromFrame, position))
    const voice = hasVoices ? { voice: line.speaker } : {}
    const segment = { channel: channelOf(line), ...voice, text, fromFrame: line.fromFrame, toFrame, final }
    queue.push({ type: 'segment', segment })
  }

  const hear = () => {
    for (const [index, line] of begun(position)) {
      const share = (position - line.fromFrame) / (line.toFrame - line.fromFrame)
      const count = Math.min(line.words.length, Math.floor(share * line.words.length))
      if (position >= line.toFrame) tell(index, line, line.words.length, true)
      else if (count > (wordsSent.get(index) ?? 0)) tell(index, line, count, false)
    }
    const processed = Array<number>(channels).fill(position)
    for (const [, line] of begun(position)) {
      const channel = channelOf(line)
      processed[channel] = Math.min(processed[channel] ?? position, line.fromFrame)
    }
    processed.forEach((toFrame, channel) => {
      queue.push({ type: 'processed', channel: channel === 0 ? 0 : 1, toFrame })
    })
  }

  return {
    async write({ pcm, atFrame }) {
      if (!isOpen) throw new Error('Audio stream closed')
      // Skips lines for which no audio was sent, because they lie within a gap.
      for (const [index, line] of begun(atFrame)) {
        if (line.fromFrame >= position && line.toFrame <= atFrame) doneLines.add(index)
      }
      position = atFrame + Math.floor(pcm.length / channels)
      hear()
    },
    async finish() {
      // If the audio ends in the middle of a line, the words reported so far become its final text.
      for (const [index, line] of begun(Number.POSITIVE_INFINITY)) {
        const count = wordsSent.get(index) ?? 0
        if (count > 0) tell(index, line, count, true)
      }
      for (const channel of ([0, 1] as const).slice(0, channels)) {
        queue.push({ type: 'processed', channel, toFrame: position })
      }
      isOpen = false
      queue.end()
    },
    events: queue,
    close() {
      isOpen = false
      queue.end()
    },
  }
}
