import { randomUUID } from 'node:crypto'
import { framesPerMs, limits, type ServerMessage, type StartMessage, wireFormat } from '../../lib/contracts/index.ts'
import type { EngineStream } from '../providers/speech/engine.ts'
import { readFrame } from './client-messages.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { admit, type Caller, Refused } from './door.ts'
import { closeCodes, type Ending, endingOf, NoMemory, refusal } from './endings.ts'
import { createInbox, type Work } from './inbox.ts'
import { markedOnly } from './marks.ts'
import { commitLast, createProgress, type Progress } from './progress.ts'
import type { Rounds } from './rounds.ts'
import { EngineUnavailable, endSilence, openRunning, type Running, type TakeDeps } from './running.ts'
import type { SoundMemory } from './sound-memory.ts'
import { StaleEpoch } from './takes.ts'
import type { TurnsUpdate } from './turns.ts'

export interface SessionSocket {
  send(text: string): void
  close(code: number): void
  terminate(): void
  pause(): void
  resume(): void
  readonly bufferedAmount: number
}

/** Counts live recordings, their commits and their interruptions. */
export interface RecordingMeter {
  recordingStarted(behindSeconds: () => number): () => void
  recordingCommitted(result: 'done' | 'failed'): void
  recordingInterrupted(engine: string, stage: string, failure: string): void
}

export interface SessionDeps<Owner> extends TakeDeps<Owner> {
  rounds: Rounds
  /**
   * Enforces the connection limits. `start` throws `TooMany` if a limit is reached, and returns a function to call at
   * the end.
   */
  connectionLimits: ConnectionLimits
  memory: SoundMemory
  engineSilenceMs?: number
  meter?: RecordingMeter
  log: { warn(fields: Record<string, unknown>, message: string): void }
}

export interface Session {
  message(data: Buffer, isBinary: boolean): void
  closed(): void
}

/**
 * Maximum time in ms without a message. Clients ping every 30 s, so a client that sends nothing for this long is
 * treated as disconnected.
 */
const silenceMaxMs = 90_000
const startWithinMs = 15_000
/**
 * Maximum size of the audio that waits for a slow engine, in bytes. Above this limit, the server stops reading the
 * socket. The limit is larger than the unacknowledged audio that a client may send. Otherwise, the server would also
 * stop reading the client's pings, and would treat the client as disconnected.
 */
const inboxMaxBytes = 90 * 4 * wireFormat.sampleRate
/** Limit for queued messages: eight times the chunks that a client may have unacknowledged. */
const inboxMaxCount = 4_000
/**
 * Default of `engineSilenceMs`. The connection ends with an error if the engine has sent no event for this time, in two
 * cases:
 * - The client is finishing the take.
 * - The engine has received more than `engineOwesFrames` of audio (a minute) since its last event. After less audio, an
 *   engine may have nothing to report.
 */
const engineSilenceMaxMs = 120_000
const engineOwesFrames = 60 * wireFormat.sampleRate
/**
 * Maximum size in bytes of messages that wait for the client. A client that does not read its messages is disconnected.
 * Otherwise, the waiting messages would fill the memory of the server.
 */
const unreadMaxBytes = 8 * 1024 * 1024
const strangerMaxFrames = 600 * wireFormat.sampleRate
const takeMaxFrames = 24 * 3600 * wireFormat.sampleRate
const tooLong = 'This recording is as long as a recording can be. Finish it and start another one.'
const noSamples = new Int16Array(0)

interface Recording {
  take: Running
  progress: Progress
  listened: Promise<void>
}

const nameOfError = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

export function createSession<Owner>(socket: SessionSocket, caller: Caller, deps: SessionDeps<Owner>): Session {
  let over = false
  let began = false
  let finishing = false
  let recording: Recording | null = null
  let lastMessageAt = Date.now()
  /**
   * The time of the last event of the engine, and the number of audio frames that the engine has received since then.
   */
  const engine = { toldAt: Date.now(), framesSince: 0 }
  let left = () => {}
  /** Calls `heard` of the credentials with the number of frames of audio. Does nothing until an owner is known. */
  let count = (_frames: number) => {}
  let heardFrames = 0
  let toldEngine: string | null = null
  let unwatch = () => {}
  let unmeter = () => {}

  const say = (message: ServerMessage) => {
    if (over) return
    socket.send(JSON.stringify(message))
    if (socket.bufferedAmount > unreadMaxBytes) socket.terminate()
  }
  const sayTurns = ({ from, transcript, unclear }: Omit<TurnsUpdate, 'unclear'> & Pick<Running, 'unclear'>) =>
    say({ type: 'transcript', from, transcript, ...markedOnly(unclear) })
  const sayEngine = ({ engine: present }: EngineStream) => {
    if (present === undefined || present.name === toldEngine) return
    toldEngine = present.name
    say({ type: 'ready', engine: present.label })
    deps.log.warn({ engine: present.name }, 'the second speech engine continues a recording')
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
    unmeter()
    left()
    unwatch()
    count(heardFrames)
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
    if (ending.failure !== null) {
      deps.log.warn({ stage, failure: ending.failure }, 'transcription interrupted')
      const engineName = recording?.take.stream.engine?.name ?? deps.engine?.name ?? 'none'
      deps.meter?.recordingInterrupted(engineName, stage, ending.failure)
    }
    end(ending)
  }

  const startTimer = setTimeout(() => end(refusal('The recording did not start in time. Try again.')), startWithinMs)
  const isEngineStuck = () =>
    (finishing || engine.framesSince > engineOwesFrames) &&
    Date.now() - engine.toldAt > (deps.engineSilenceMs ?? engineSilenceMaxMs)
  const leaveRounds = deps.rounds.join(() => {
    if (Date.now() - lastMessageAt > silenceMaxMs) {
      release()
      socket.terminate()
    } else if (isEngineStuck())
      fail(
        new EngineUnavailable(
          'The speech engine does not answer. Chartside connects again by itself, and then the recording continues.',
        ),
        'engine',
      )
    else recording?.progress.turn()
  })

  const listen = async ({ stream, builder }: Running, progress: Progress) => {
    for await (const event of stream.events) {
      Object.assign(engine, { toldAt: Date.now(), framesSince: 0 })
      builder.take(event)
      if (builder.characters > limits.transcriptMax) throw new Refused(tooLong)
      progress.moved()
      const update = builder.shown()
      if (update !== null) sayTurns(update)
      sayEngine(stream)
    }
  }

  const start = async (message: StartMessage) => {
    if (began) throw new Refused('Socket already initialized')
    began = true
    clearTimeout(startTimer)
    const owner = await admit(message, caller, deps.credentials).catch((error: unknown) => {
      if (error instanceof Refused) deps.connectionLimits.refuse(caller.address)
      throw error
    })
    if (over) return
    if (owner !== null) caller.identified?.()
    // A user who has signed out or was disabled must not continue to record. The audio is not lost: the extension keeps
    // an encrypted local copy.
    const onSessionEnd = () => fail(new Refused('You are no longer signed in. Sign in again.'), 'store')
    if (owner !== null) unwatch = deps.credentials.watch?.(owner, onSessionEnd) ?? unwatch
    if (owner !== null) {
      count = (frames) => {
        deps.credentials
          .heard?.(owner, frames)
          .catch((error: unknown) => deps.log.warn({ failure: nameOfError(error) }, 'sound was not counted'))
      }
    }
    // A client that reconnects sends the id that it has received before, and so continues the same take.
    const { transactionId = randomUUID() } = message
    left = deps.connectionLimits.start({
      address: caller.address,
      person: owner === null ? null : deps.credentials.keyOf(owner),
      transactionId,
      // A newer connection of the same user continues this take, so this connection ends.
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
      done: () => deps.meter?.recordingCommitted('done'),
      failed: (error) => {
        deps.log.warn({ failure: nameOfError(error) }, 'commit failed')
        deps.meter?.recordingCommitted('failed')
      },
    })
    say({ type: 'transactionId', transactionId })
    say({ type: 'requestId', requestId: randomUUID() })
    if (take.turns.length > 0) sayTurns({ transcript: [...take.turns], unclear: take.unclear, from: 0 })
    sayDuration(take)
    say({ type: 'ready' })
    sayEngine(take.stream)
    const listened = listen(take, progress)
    listened.catch((error: unknown) => fail(error, 'engine'))
    recording = { take, progress, listened }
    const behindSeconds = () => (take.atFrame - take.committer.committedFrame) / wireFormat.sampleRate
    unmeter = deps.meter?.recordingStarted(behindSeconds) ?? unmeter
  }

  const hear = ({ take, progress }: Recording, pcm: Int16Array, frames: number): Promise<void> => {
    const begin = take.atFrame
    take.atFrame += frames
    if (take.atFrame > takeMaxFrames) throw new Refused(tooLong)
    if (take.stranger && take.atFrame > strangerMaxFrames) {
      throw new Refused('You can dictate for 10 minutes without an account. Sign in to continue.')
    }
    progress.moved()
    if (pcm.length > 0) {
      endSilence(take, begin, take.atFrame)
      engine.framesSince += frames
      heardFrames += frames
    }
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
    if (recording === null) throw new Refused('The first message must be of type “start”.')
    if (finishing) throw new Refused('The recording is finished already.')
    if (one.type === 'finish') return finish(recording)
    if (one.type === 'gap') return hear(recording, noSamples, one.frames)
    const { channels } = recording.take
    if (one.data.length % (2 * channels) !== 0) throw new Refused('A chunk of audio must contain complete frames.')
    return hear(recording, samplesOf(one.data), one.data.length / (2 * channels))
  }

  const inbox = createInbox({
    maxBytes: inboxMaxBytes,
    maxCount: inboxMaxCount,
    memory: deps.memory,
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
      else if (frame.type !== 'ping') {
        if (!inbox.put(frame)) end(endingOf(new NoMemory(), 'engine'))
      } else if (began) say({ type: 'pong' })
      else end(refusal('The first message must be of type “start”.'))
    },
    closed: release,
  }
}

/** Views the bytes as 16-bit samples. Copies them if the offset is odd, because an Int16Array needs an even offset. */
function samplesOf(data: Buffer): Int16Array {
  if (data.byteOffset % 2 === 0) return new Int16Array(data.buffer, data.byteOffset, data.length / 2)
  const pcm = new Int16Array(data.length / 2)
  new Uint8Array(pcm.buffer).set(data)
  return pcm
}
