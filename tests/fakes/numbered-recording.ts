import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/transcript/clock.ts'
import { idleRecording, type RecordingState } from '../../lib/transcript/recording-state.ts'
import { createSending } from '../../lib/transcript/sending/sending.ts'
import { takeReconnectPolicy } from '../../lib/transcript/socket/reconnect-policy.ts'
import { createSocket } from '../../lib/transcript/socket/socket.ts'
import { type NumberedWord, numberedSound } from './numbered-sound.ts'
import { socketStart } from './socket-start.ts'

const framesPerMs = 16
const batchFrames = 2048
const batchMs = batchFrames / framesPerMs
const everyMs = 300
const wordMs = 200

/** A clock that runs `speed` times as fast as real time. */
export function fastClock(speed: number): Clock {
  const began = performance.now()
  return {
    now: () => (performance.now() - began) * speed,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / speed)
      return () => clearTimeout(timer)
    },
  }
}

/** Returns words that fill this time one after another. With two channels, the words alternate between them. */
export const numberedWords = (seconds: number, channels: 1 | 2 = 2): NumberedWord[] =>
  Array.from({ length: Math.floor((seconds * 1000) / everyMs) }, (_, index) => {
    const fromMs = index * everyMs + 50
    return { number: index + 1, channel: channels === 1 || index % 2 === 0 ? 0 : 1, fromMs, toMs: fromMs + wordMs }
  })

/** How many words are lost, repeated or otherwise wrong. `damaged` counts words with missing or extra frames. */
export interface Outcome {
  lost: number
  repeated: number
  damaged: number
  misplaced: number
}

/** Compares the turns with the words that were spoken, and counts the differences. */
export function checkWords(seconds: number, turns: readonly string[], channels: 1 | 2 = 2): Outcome {
  const heardNumbers = new Map<number, { times: number; frames: number; channel: number }>()
  for (const turn of turns) {
    // With one channel, the turns name no speaker.
    const channel = channels === 1 ? 0 : Number(/^Speaker (\d+):/.exec(turn)?.[1] ?? Number.NaN)
    for (const [, number, frames] of turn.matchAll(/w(\d+):(\d+)/g)) {
      const times = (heardNumbers.get(Number(number))?.times ?? 0) + 1
      heardNumbers.set(Number(number), { times, frames: Number(frames), channel })
    }
  }
  const outcome: Outcome = { lost: 0, repeated: 0, damaged: 0, misplaced: 0 }
  for (const word of numberedWords(seconds, channels)) {
    const found = heardNumbers.get(word.number)
    if (found === undefined) outcome.lost++
    else {
      if (found.times > 1) outcome.repeated++
      if (found.frames !== wordMs * framesPerMs) outcome.damaged++
      if (found.channel !== word.channel) outcome.misplaced++
    }
  }
  return outcome
}

export const whole: Outcome = { lost: 0, repeated: 0, damaged: 0, misplaced: 0 }

export interface Recording {
  seconds: number
  /** Playback speed, as a multiple of real time. */
  speed: number
  /** 2 by default. */
  channels?: 1 | 2
  /** Called before each second of the recording. Tests cause faults here. */
  eachSecond?: (second: number) => void
}

/** Calls `put` with each batch of the recording at its time. */
export async function playNumbered(
  { seconds, speed, channels = 2, eachSecond = () => {} }: Recording,
  put: (chunk: { pcm: Int16Array<ArrayBuffer>; atFrame: number }) => void,
): Promise<void> {
  const pcm = numberedSound(numberedWords(seconds, channels), seconds * 1000, channels)
  const began = performance.now()
  let second = -1
  for (let atFrame = 0; atFrame * channels < pcm.length; atFrame += batchFrames) {
    const atMs = atFrame / framesPerMs
    while (second < Math.floor(atMs / 1000)) eachSecond(++second)
    put({ pcm: pcm.slice(atFrame * channels, (atFrame + batchFrames) * channels), atFrame })
    const aheadMs = (atMs + batchMs) / speed - (performance.now() - began)
    if (aheadMs > 1) await new Promise((resolve) => setTimeout(resolve, aheadMs))
  }
  eachSecond(++second)
}

/**
 * Plays artificial words (see `numbered-sound.ts`) and sends them with the extension's own code. Then tries to finish
 * the take, at most five times, because network faults can make a try fail. Throws the error of the fifth try.
 */
export async function recordNumbered(
  recording: Recording & {
    url: string
    /** Returns a ticket for each connection. Null: `authorization` is used instead. */
    ticket: () => Promise<string | null>
    authorization?: string
    transactionId?: string
    skipSave?: boolean
    onReady?: () => void
  },
): Promise<{ transactionId: string; connections: number; turns: readonly string[] }> {
  const { url, speed, ticket, channels = 2, skipSave = false, transactionId = randomUUID() } = recording
  const clock = fastClock(speed)
  let connections = 0
  let state: RecordingState = idleRecording
  class Counted extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols)
      connections++
    }
  }
  const sending = createSending({
    transactionId,
    channels,
    journal: null,
    sendFile: null,
    clock,
    change: (part) => {
      state = { ...state, ...part(state) }
    },
    openSocket: ({ buffer, resumeOffset, prepare, onEvent }) =>
      createSocket({
        url,
        buffer,
        resumeOffset,
        prepare,
        clock,
        ticket,
        policy: takeReconnectPolicy,
        WebSocket: Counted,
        start: {
          ...socketStart,
          authorization: recording.authorization ?? '',
          channels,
          transactionId,
          skipSave,
        },
        onEvent(event) {
          if (event.type === 'state' && event.state === 'ready') recording.onReady?.()
          onEvent(event)
        },
      }),
  })
  await sending.begun
  await playNumbered(recording, (chunk) => {
    sending.buffer.add(chunk)
    sending.pump()
  })
  for (let tries = 1; ; tries++) {
    try {
      await sending.finish()
      return { transactionId, connections, turns: state.turns }
    } catch (error) {
      // Try again, as a person does when the extension says that the last words could not be sent.
      if (tries === 5) throw error
    }
  }
}
