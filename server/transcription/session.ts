import { randomUUID } from 'node:crypto'
import { limits, type ServerMessage, type StartMessage, wireFormat } from '../../lib/contracts/index.ts'
import { readFrame } from './client-messages.ts'
import { admit, type Caller, Refused } from './door.ts'
import { closeCodes, type Ending, endingOf, refusal } from './endings.ts'
import { createInbox, type Work } from './inbox.ts'
import { commitLast, createProgress, type Progress } from './progress.ts'
import type { Rounds } from './rounds.ts'
import { EngineUnavailable, openRunning, type Running, type TakeDeps } from './running.ts'
import { StaleEpoch } from './takes.ts'
import type { Visitors } from './visitors.ts'

/** The part of a `ws` socket that a session uses. */
export interface SessionSocket {
  send(text: string): void
  close(code: number): void
  terminate(): void
  pause(): void
  resume(): void
  readonly bufferedAmount: number
}

export interface SessionDeps<Owner> extends TakeDeps<Owner> {
  /** How often the position is committed and told while audio arrives. */
  rounds: Rounds
  /** Whether this one may begin; throws `TooMany`. The function it answers is called when it has ended. */
  visitors: Visitors
  /** Absent: two minutes. */
  engineSilenceMs?: number
  /** Ids and names of failures only: never words. */
  log: { warn(fields: Record<string, unknown>, message: string): void }
}

/** What the door passes on of a connection. */
export interface Session {
  message(data: Buffer, isBinary: boolean): void
  /** The connection is gone. */
  closed(): void
}

/** A client pings every 30 s; one that says nothing for this long is gone. */
const silenceMaxMs = 90_000
const startWithinMs = 15_000
/**
 * Audio kept for an engine that is slower than the client: more than a client ever has unacknowledged on the wire, so
 * that its pings are read; beyond it the socket is not read.
 */
const inboxMaxBytes = 90 * 4 * wireFormat.sampleRate
/** And so many messages: eight times the chunks that a client has unacknowledged on the wire. */
const inboxMaxCount = 4_000
/** An engine that tells nothing for so long, though the take has ended or it was given a minute of sound meanwhile, is stuck. */
const engineSilenceMaxMs = 120_000
const engineOwesFrames = 60 * wireFormat.sampleRate
/** A client that does not read what it is told is cut off. */
const unreadMaxBytes = 8 * 1024 * 1024
/** A stranger's dictation, in frames: 10 minutes. */
const strangerMaxFrames = 600 * wireFormat.sampleRate
/** A take, pauses included: a day. */
const takeMaxFrames = 24 * 3600 * wireFormat.sampleRate
const tooLong = 'This recording is as long as one may be. Start another.'
const framesPerMs = wireFormat.sampleRate / 1000
const noSamples = new Int16Array(0)

/** A take being recognised, as this connection knows it. */
interface Recording {
  take: Running
  progress: Progress
  /** Settles when the engine has told all. */
  listened: Promise<void>
}

/** One connection of the transcription socket, from its first message to its end (spec §7, design §5). */
export function createSession<Owner>(socket: SessionSocket, caller: Caller, deps: SessionDeps<Owner>): Session {
  let over = false
  let began = false
  let finishing = false
  let recording: Recording | null = null
  let lastMessageAt = Date.now()
  /** When the engine told something last, and what it was given since. */
  const engine = { toldAt: Date.now(), framesSince: 0 }
  let left = () => {}
  let unwatch = () => {}

  const say = (message: ServerMessage) => {
    if (over) return
    socket.send(JSON.stringify(message))
    if (socket.bufferedAmount > unreadMaxBytes) socket.terminate()
  }
  const sayDuration = ({ committer: { committedFrame, settled } }: Running) =>
    say({ type: 'duration', duration: committedFrame / wireFormat.sampleRate, ...(settled ? { settled } : {}) })

  const release = () => {
    if (over) return
    over = true
    leaveRounds()
    clearTimeout(startTimer)
    inbox.close()
    recording?.take.stream.close()
    left()
    unwatch()
  }
  const leave = (code: number) => {
    release()
    socket.resume()
    socket.close(code)
  }
  const end = ({ message, final, code }: Ending) => {
    say({ type: 'error', error: message, ...(final ? { final } : {}) })
    leave(code)
  }
  const fail = (error: unknown, stage: 'engine' | 'store') => {
    if (over) return
    const ending = endingOf(error, stage)
    if (ending.failure !== null) deps.log.warn({ stage, failure: ending.failure }, 'transcription interrupted')
    end(ending)
  }

  const startTimer = setTimeout(() => end(refusal('The recording did not start in time.')), startWithinMs)
  const isEngineStuck = () =>
    (finishing || engine.framesSince > engineOwesFrames) &&
    Date.now() - engine.toldAt > (deps.engineSilenceMs ?? engineSilenceMaxMs)
  const leaveRounds = deps.rounds.join(() => {
    if (Date.now() - lastMessageAt > silenceMaxMs) {
      release()
      socket.terminate()
    } else if (isEngineStuck()) fail(new EngineUnavailable('The speech engine does not answer.'), 'engine')
    else recording?.progress.turn()
  })

  /** Turns what the engine tells into messages until the take ends. */
  const listen = async ({ stream, builder }: Running, progress: Progress) => {
    for await (const event of stream.events) {
      Object.assign(engine, { toldAt: Date.now(), framesSince: 0 })
      builder.take(event)
      if (builder.characters > limits.transcriptMax) throw new Refused(tooLong)
      progress.moved()
      const update = builder.shown()
      if (update !== null) say({ type: 'transcript', ...update })
    }
  }

  const start = async (message: StartMessage) => {
    if (began) throw new Refused('Socket already initialized')
    began = true
    clearTimeout(startTimer)
    const owner = await admit(message, caller, deps.credentials)
    if (over) return
    // Whoever signed out or was disabled records no further; the extension keeps the sound in its journal.
    const ended = () => fail(new Refused('Your session has ended. Sign in again.'), 'store')
    if (owner !== null) unwatch = deps.credentials.watch?.(owner, ended) ?? unwatch
    // A client that reconnects names the id it was told, and goes on with the same take.
    const { transactionId = randomUUID() } = message
    left = deps.visitors.start({
      address: caller.address,
      person: owner === null ? null : deps.credentials.keyOf(owner),
      transactionId,
      // The same person's newer connection goes on with this take: this one is left over.
      overtaken: () => fail(new StaleEpoch(), 'store'),
    })
    const take = await openRunning({ ...message, transactionId }, owner, deps)
    if (over) {
      take.stream.close()
      return
    }
    const progress = createProgress({
      committer: take.committer,
      tell: () => sayDuration(take),
      stale: (error) => fail(error, 'store'),
      failed: (error) =>
        deps.log.warn({ failure: error instanceof Error ? error.name : typeof error }, 'commit failed'),
    })
    say({ type: 'transactionId', transactionId })
    say({ type: 'requestId', requestId: randomUUID() })
    if (take.turns.length > 0) say({ type: 'transcript', transcript: [...take.turns], from: 0 })
    sayDuration(take)
    say({ type: 'ready' })
    const listened = listen(take, progress)
    listened.catch((error: unknown) => fail(error, 'engine'))
    recording = { take, progress, listened }
  }

  /** Gives the engine what stands at the take's position, which moves on by so many frames. */
  const hear = ({ take, progress }: Recording, pcm: Int16Array, frames: number): Promise<void> => {
    const begin = take.atFrame
    take.atFrame += frames
    if (take.atFrame > takeMaxFrames) throw new Refused(tooLong)
    if (take.stranger && take.atFrame > strangerMaxFrames) {
      throw new Refused('Dictation without an account ends after 10 minutes. Sign in to go on.')
    }
    progress.moved()
    if (pcm.length > 0) engine.framesSince += frames
    return take.stream.write({ pcm, atFrame: pcm.length > 0 ? begin : take.atFrame })
  }

  const finish = async ({ take, progress, listened }: Recording) => {
    finishing = true
    engine.toldAt = Date.now()
    progress.finishing()
    await take.stream.finish()
    await listened
    const finishKept = async () => {
      if (take.kept !== null) await deps.takes.finish(take.kept)
    }
    await commitLast(take.committer, finishKept, () => !over)
    sayDuration(take)
    say({ type: 'finished' })
    leave(closeCodes.done)
  }

  const doWork = async (one: Work) => {
    if (one.type === 'start') return start(one)
    if (recording === null) throw new Refused('The first message must be start.')
    if (finishing) throw new Refused('The recording is finished already.')
    if (one.type === 'finish') return finish(recording)
    if (one.type === 'gap') return hear(recording, noSamples, one.frames)
    const { channels } = recording.take
    if (one.data.length % (2 * channels) !== 0) throw new Refused('A chunk of audio must hold whole frames.')
    return hear(recording, samplesOf(one.data), one.data.length / (2 * channels))
  }

  const inbox = createInbox({
    maxBytes: inboxMaxBytes,
    maxCount: inboxMaxCount,
    work: async (one) => {
      try {
        await doWork(one)
      } catch (error) {
        fail(error, one.type === 'audio' || one.type === 'gap' ? 'engine' : 'store')
      }
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  })

  return {
    message(data, isBinary) {
      if (over) return
      lastMessageAt = Date.now()
      const frame = readFrame(data, isBinary)
      if (frame.type === 'misfit') end(refusal(frame.message, frame.code))
      else if (frame.type === 'gap') inbox.put({ type: 'gap', frames: Math.round(frame.ms * framesPerMs) })
      else if (frame.type !== 'ping') inbox.put(frame)
      else if (began) say({ type: 'pong' })
      else end(refusal('The first message must be start.'))
    },
    closed: release,
  }
}

/** The bytes as samples, where they lie if that can be: samples begin at even places. */
function samplesOf(data: Buffer): Int16Array {
  if (data.byteOffset % 2 === 0) return new Int16Array(data.buffer, data.byteOffset, data.length / 2)
  const pcm = new Int16Array(data.length / 2)
  new Uint8Array(pcm.buffer).set(data)
  return pcm
}
