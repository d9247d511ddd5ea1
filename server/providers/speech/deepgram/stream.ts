import { setTimeout as pause } from 'node:timers/promises'
import { framesPerMs } from '../../../../lib/contracts/audio.ts'
import { type EngineEvent, type EngineOptions, type EngineStream, settledBy } from '../engine.ts'
import { createEventQueue } from '../event-queue.ts'
import { type AnswerWatch, patience, watchAnswers } from './answers.ts'
import { connect, type DeepgramConnection, DeepgramRefused, type DeepgramSettings } from './connection.ts'
import type { DeepgramMessage } from './messages.ts'
import { createStreamClock, eventsOf } from './words.ts'

/** Deepgram accepts audio at up to 1.25 times real time. */
const paceMax = 1.25
/** Audio of at most this many ms may be sent faster than `paceMax`. */
const burstMs = 500
const reconnectMost = 5
const reconnectWaitMs = 1000
/**
 * If audio was sent over this many consecutive connections, and none of them gave an answer, the service counts as
 * unavailable and the stream fails. With `failsSoon`, one such connection is enough.
 */
const unansweredMost = 3

interface Piece {
  pcm: Int16Array
  atFrame: number
}

/**
 * Opens a stream for one take. Audio is kept until its words are final. If the connection breaks or stops answering,
 * the kept audio is sent again over a new connection, so nothing is lost. Each connection has a separate clock, because
 * the times that Deepgram reports begin at 0 for each connection. Rejects like `connect`.
 */
export async function openStream(settings: DeepgramSettings, options: EngineOptions): Promise<EngineStream> {
  const { channels } = options
  const queue = createEventQueue<EngineEvent>()
  const settled = Array.from({ length: channels }, (_, channel) => options.knownFrames?.[channel] ?? 0)
  // True if segments carry the number of a voice. It becomes false with the second connection: Deepgram numbers the
  // voices of each connection from 0, so the same number may mean another person. No voice number is better than a
  // wrong one.
  let hasVoiceNumbers = options.diarize && settled.every((frame) => frame === 0)
  let clock = createStreamClock()
  let state: 'open' | 'finishing' | 'closed' = 'open'
  let connection: DeepgramConnection | null = null
  let answers: AnswerWatch | null = null
  const reconnectTries = options.failsSoon ? 1 : reconnectMost
  let unanswered = 0
  let closeSent = false
  let isAnswered = false
  let isEnded = false
  const pieces: Piece[] = []
  let next = 0
  let endFrame = 0
  let sentEndFrame: number | null = null
  /**
   * The next piece of audio is sent at this time or later (in ms, as `performance.now()` returns it). An earlier piece
   * would exceed `paceMax`.
   */
  let paidMs = performance.now()
  let pumping: Promise<void> = Promise.resolve()
  let failure: Error | null = null

  const end = (error: Error | null) => {
    if (state === 'closed') return
    state = 'closed'
    failure = error
    answers?.stop()
    connection?.close()
    if (error === null) queue.end()
    else queue.fail(error)
  }
  const settle = (event: EngineEvent) => {
    const [channel, frame] = settledBy(event)
    settled[channel] = Math.max(settled[channel] ?? 0, frame)
    queue.push(event)
  }
  const message = (received: DeepgramMessage) => {
    unanswered = 0
    isAnswered = true
    answers?.answered()
    // After the end of the stream, the service must send another message or end the connection within the time limit.
    if (closeSent) answers?.ended()
    if (received.type === 'Metadata') {
      isEnded = true
      return
    }
    const channel = received.channel_index[0] ?? 0
    if (channel >= channels) return
    for (const event of eventsOf(received, { clock, knownFrame: settled[channel] ?? 0, named: hasVoiceNumbers }))
      settle(event)
    const settledFrame = Math.min(...settled)
    while (next > 0 && pieces[0] !== undefined && pieces[0].atFrame + pieces[0].pcm.length / channels <= settledFrame) {
      pieces.shift()
      next--
    }
  }
  const openConnection = async () => {
    clock = createStreamClock()
    next = 0
    sentEndFrame = null
    closeSent = false
    isAnswered = false
    connection = await connect(settings, options, { message, lost })
    answers = watchAnswers(settings.patience ?? patience, mute)
    if (state === 'closed') connection.close()
  }
  const reopen = async () => {
    for (let tries = 1; state !== 'closed'; tries++) {
      try {
        await openConnection()
        return
      } catch (error) {
        if (error instanceof DeepgramRefused || tries === reconnectTries) throw error
        await pause(reconnectWaitMs)
      }
    }
  }
  const pump = async () => {
    for (;;) {
      if (state === 'closed') return
      if (connection === null) {
        hasVoiceNumbers = false
        await reopen()
        continue
      }
      const piece = pieces[next]
      if (piece === undefined) break
      next++
      if (sentEndFrame !== null && piece.atFrame > sentEndFrame) connection.finalize()
      clock.sent(piece.pcm.length / channels, piece.atFrame)
      connection.audio(piece.pcm)
      answers?.sent(piece.pcm, channels)
      sentEndFrame = piece.atFrame + piece.pcm.length / channels
      paidMs = Math.max(paidMs, performance.now() - burstMs) + piece.pcm.length / channels / framesPerMs / paceMax
      const waitMs = paidMs - performance.now()
      if (waitMs > 0) await pause(waitMs)
    }
    if (state !== 'finishing' || closeSent) return
    closeSent = true
    connection?.closeStream()
    answers?.ended()
  }
  const pumpOn = () => {
    pumping = pumping.then(pump).catch((error: unknown) => {
      end(error instanceof Error ? error : new Error('Deepgram cannot be reached.'))
    })
    return pumping
  }
  function mute() {
    connection?.close()
    isAnswered = false
    lost()
  }
  function lost() {
    answers?.stop()
    answers = null
    connection = null
    if (state === 'closed') return
    if (sentEndFrame !== null && !isAnswered && ++unanswered >= (options.failsSoon ? 1 : unansweredMost)) {
      end(new Error('Deepgram does not answer.'))
      return
    }
    if (state === 'finishing' && isEnded) {
      for (const channel of ([0, 1] as const).slice(0, channels))
        queue.push({ type: 'processed', channel, toFrame: endFrame })
      end(null)
      return
    }
    void pumpOn()
  }

  await openConnection()
  return {
    async write({ pcm, atFrame }) {
      if (failure !== null) throw failure
      if (state !== 'open') throw new Error('Audio stream closed')
      endFrame = atFrame + pcm.length / channels
      if (pcm.length > 0) pieces.push({ pcm, atFrame })
      else connection?.finalize()
      await pumpOn()
      if (failure !== null) throw failure
      // Silence is not sent, so Deepgram reports nothing about it. If no earlier audio waits for final words, all time
      // up to `endFrame` counts as processed.
      if (pieces.length === 0) {
        for (const channel of ([0, 1] as const).slice(0, channels))
          settle({ type: 'processed', channel, toFrame: endFrame })
      }
    },
    async finish() {
      if (state !== 'open') return
      state = 'finishing'
      await pumpOn()
    },
    events: queue,
    close: () => end(null),
  }
}
