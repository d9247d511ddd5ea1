import { randomUUID } from 'node:crypto'
import {
  type ClientMessage,
  clientMessage,
  limits,
  type ServerMessage,
  type StartMessage,
  wireFormat,
} from '../../lib/contracts/index.ts'
import type { Committer } from './committer.ts'
import { admit, type Caller, Refused } from './door.ts'
import { EngineUnavailable, openRunning, type Running, type TakeDeps } from './running.ts'
import { StaleEpoch, UnknownTake } from './takes.ts'
import { TooMany, type Visitors } from './visitors.ts'

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
  /** How often the position is committed and told while audio arrives, in ms. */
  durationEveryMs: number
  /** Whether this one may begin; throws `TooMany`. The function it answers is called when it has ended. */
  visitors: Visitors
  /** Ids and names of failures only: never words. */
  log: { warn(fields: Record<string, unknown>, message: string): void }
}

/** What the door passes on of a connection. */
export interface Session {
  message(data: Buffer, isBinary: boolean): void
  /** The connection is gone. */
  closed(): void
}

const closeCodes = { done: 1000, refused: 1008, tooBig: 1009, later: 1013 } as const

/** Between commits that fail when the take is finished. */
const commitAgainMs = 1000
/** A client pings every 30 s; one that says nothing for this long is gone. */
const silenceMaxMs = 90_000
const startWithinMs = 15_000
/** Commits that fail in a row when the take is finished before the client is sent away to come again. */
const lastCommitTries = 10
/**
 * Audio kept for an engine that is slower than the client: more than a client ever has unacknowledged on the wire, so
 * that its pings are read; beyond it the socket is not read.
 */
const inboxMaxBytes = 90 * 4 * wireFormat.sampleRate
/** A client that does not read what it is told is cut off. */
const unreadMaxBytes = 8 * 1024 * 1024
/** A stranger's dictation, in frames: 10 minutes. */
const strangerMaxFrames = 600 * wireFormat.sampleRate
/** A take, pauses included: a day. */
const takeMaxFrames = 24 * 3600 * wireFormat.sampleRate
const tooLong = 'This recording is as long as one may be. Start another.'
/** A JSON message: the longest is a `start`. */
const textMaxBytes = 16 * 1024
const framesPerMs = wireFormat.sampleRate / 1000

type Work = { type: 'audio'; data: Buffer } | Exclude<ClientMessage, { type: 'ping' }>

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** One connection of the transcription socket, from its first message to its end (spec §7, design §5). */
export function createSession<Owner>(socket: SessionSocket, caller: Caller, deps: SessionDeps<Owner>): Session {
  const inbox: Work[] = []
  let inboxBytes = 0
  let working = false
  let over = false
  let began = false
  let finishing = false
  let running: Running | null = null
  let listened: Promise<void> = Promise.resolve()
  let committing = false
  let heardSinceTick = false
  let lastMessageAt = Date.now()
  let left = () => {}

  const say = (message: ServerMessage) => {
    if (over) return
    socket.send(JSON.stringify(message))
    if (socket.bufferedAmount > unreadMaxBytes) socket.terminate()
  }
  const sayDuration = (committer: Committer) =>
    say({ type: 'duration', duration: committer.committedFrame / wireFormat.sampleRate })

  const release = () => {
    if (over) return
    over = true
    clearInterval(tick)
    clearTimeout(startTimer)
    inbox.length = 0
    running?.stream.close()
    left()
  }
  const leave = (code: number) => {
    release()
    socket.resume()
    socket.close(code)
  }
  const refuse = (message: string, code: number = closeCodes.refused) => {
    say({ type: 'error', error: message, final: true })
    leave(code)
  }
  /** Ends this connection; the client comes again, here or at another server, and nothing is lost. */
  const sendAway = (message: string) => {
    say({ type: 'error', error: message })
    leave(closeCodes.later)
  }
  const fail = (error: unknown, stage: string) => {
    if (over) return
    if (error instanceof Refused || error instanceof StaleEpoch || error instanceof UnknownTake) {
      refuse(error.message)
      return
    }
    if (error instanceof TooMany) {
      sendAway(error.message)
      return
    }
    const failure = error instanceof Error ? error.name : typeof error
    deps.log.warn({ stage, failure }, 'transcription interrupted')
    sendAway(
      error instanceof EngineUnavailable
        ? error.message
        : stage === 'store'
          ? 'The server cannot save the words right now.'
          : 'The speech engine was interrupted.',
    )
  }

  const startTimer = setTimeout(() => refuse('The recording did not start in time.'), startWithinMs)

  const onTick = async () => {
    if (Date.now() - lastMessageAt > silenceMaxMs) {
      release()
      socket.terminate()
      return
    }
    if (running === null || !(heardSinceTick || finishing)) return
    const { committer } = running
    heardSinceTick = false
    const before = committer.committedFrame
    sayDuration(committer)
    if (committing || finishing) return
    committing = true
    try {
      await committer.commit()
    } catch (error) {
      if (error instanceof StaleEpoch) fail(error, 'store')
      else {
        // The words stay here and with the client; the next tick tries again.
        heardSinceTick = true
        deps.log.warn({ failure: error instanceof Error ? error.name : typeof error }, 'commit failed')
      }
    }
    committing = false
    if (committer.committedFrame > before) sayDuration(committer)
  }
  const tick = setInterval(() => void onTick(), deps.durationEveryMs)

  /** Turns what the engine tells into messages until the take ends. */
  const listen = async ({ stream, builder }: Running) => {
    for await (const event of stream.events) {
      builder.take(event)
      if (builder.characters > limits.transcriptMax) throw new Refused(tooLong)
      heardSinceTick = true
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
    left = deps.visitors.start({
      address: caller.address,
      person: owner === null ? null : deps.credentials.keyOf(owner),
      transactionId: message.transactionId,
      // The same person's newer connection goes on with this take: this one is left over.
      overtaken: () => fail(new StaleEpoch(), 'store'),
    })
    const take = await openRunning(message, owner, deps)
    if (over) {
      take.stream.close()
      return
    }
    running = take
    say({ type: 'transactionId', transactionId: message.transactionId })
    say({ type: 'requestId', requestId: randomUUID() })
    if (take.turns.length > 0) say({ type: 'transcript', transcript: [...take.turns], from: 0 })
    sayDuration(take.committer)
    say({ type: 'ready' })
    listened = listen(running)
    listened.catch((error: unknown) => fail(error, 'engine'))
  }
  const hear = async (take: Running, data: Buffer) => {
    const frameBytes = 2 * take.channels
    if (data.length % frameBytes !== 0) throw new Refused('A chunk of audio must hold whole frames.')
    const pcm = new Int16Array(data.length / 2)
    Buffer.from(pcm.buffer).set(data)
    const atFrame = take.atFrame
    take.atFrame += data.length / frameBytes
    if (take.atFrame > takeMaxFrames) throw new Refused(tooLong)
    if (take.stranger && take.atFrame > strangerMaxFrames) {
      throw new Refused('Dictation without an account ends after 10 minutes. Sign in to go on.')
    }
    heardSinceTick = true
    await take.stream.write({ pcm, atFrame })
  }

  const finish = async (take: Running) => {
    finishing = true
    await take.stream.finish()
    await listened
    for (let tries = 1; !over; tries++) {
      try {
        await take.committer.commit()
        if (take.kept !== null) await deps.takes.finish(take.kept)
        break
      } catch (error) {
        if (error instanceof StaleEpoch || tries === lastCommitTries) throw error
        await pause(commitAgainMs)
      }
    }
    sayDuration(take.committer)
    say({ type: 'finished' })
    leave(closeCodes.done)
  }

  const work = async (one: Work) => {
    if (one.type === 'start') return start(one)
    if (running === null) throw new Refused('The first message must be start.')
    if (finishing) throw new Refused('The recording is finished already.')
    if (one.type === 'audio') return hear(running, one.data)
    if (one.type === 'finish') return finish(running)
    running.atFrame += Math.round(one.ms * framesPerMs)
    if (running.atFrame > takeMaxFrames) throw new Refused(tooLong)
    heardSinceTick = true
    return running.stream.write({ pcm: new Int16Array(0), atFrame: running.atFrame })
  }

  const workAll = async () => {
    if (working) return
    working = true
    for (let one = inbox.shift(); one !== undefined && !over; one = inbox.shift()) {
      try {
        await work(one)
      } catch (error) {
        fail(error, one.type === 'audio' || one.type === 'gap' ? 'engine' : 'store')
      }
      if (one.type === 'audio') {
        const before = inboxBytes
        inboxBytes -= one.data.length
        if (before > inboxMaxBytes && inboxBytes <= inboxMaxBytes) socket.resume()
      }
    }
    working = false
  }

  const take = (one: Work) => {
    inbox.push(one)
    void workAll()
  }

  return {
    message(data, isBinary) {
      if (over) return
      lastMessageAt = Date.now()
      if (data.length > limits.socketFrameMaxBytes) {
        refuse('A message to the transcription socket is at most 1 MiB long.', closeCodes.tooBig)
        return
      }
      if (isBinary) {
        inboxBytes += data.length
        if (inboxBytes > inboxMaxBytes) socket.pause()
        take({ type: 'audio', data })
        return
      }
      if (data.length > textMaxBytes) {
        refuse('A text message to the transcription socket is at most 16 KiB long.', closeCodes.tooBig)
        return
      }
      const parsed = clientMessage.safeParse(parseJson(data))
      if (!parsed.success) refuse('The transcription socket was sent a message it does not know.')
      else if (parsed.data.type !== 'ping') take(parsed.data)
      else if (began) say({ type: 'pong' })
      else refuse('The first message must be start.')
    },
    closed: release,
  }
}

/** undefined for what is not JSON: no message is that. */
function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return undefined
  }
}
