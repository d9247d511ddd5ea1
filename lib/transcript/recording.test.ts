import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRecording } from './recording.ts'
import type { RecordingOptions } from './recording-state.ts'
import type { Chunk, SendBuffer } from './send-buffer.ts'
import type { TakeSocket } from './sending.ts'
import type { SocketEvent, SocketState, TranscriptionSocket } from './socket.ts'
import type { CaptureHandlers } from './take.ts'

const options: RecordingOptions = {
  place: 'session',
  language: 'en',
  skipSave: false,
  microphoneId: null,
  gain: 1,
  tab: null,
  patient: { name: 'Ada Example', identifier: 'MR-1' },
}
const start = { options }
const dictation = { options: { ...options, place: 'dictation' as const, patient: null } }

/** A fake socket that the test controls. */
class Line implements TranscriptionSocket {
  state: SocketState = 'connecting'
  readonly buffer: SendBuffer
  readonly take: TakeSocket
  readonly #end = Promise.withResolvers<void>()
  finishAsked = false
  constructor(take: TakeSocket) {
    this.take = take
    this.buffer = take.buffer
    this.#end.promise.catch(() => {})
  }
  async open() {}
  send(chunk: Chunk) {
    this.buffer.add(chunk)
  }
  pump() {}
  finish() {
    this.finishAsked = true
    return this.#end.promise
  }
  close() {
    if (this.state !== 'closed') this.tell({ type: 'state', state: 'closed', failures: 0, reason: 'disconnected' })
  }
  tell(event: SocketEvent) {
    if (event.type === 'state') this.state = event.state
    if (event.type === 'state' && event.state === 'closed') {
      if (event.reason === 'finish') this.#end.resolve()
      else this.#end.reject(new Error('Socket closed before finishing'))
    }
    this.take.onEvent(event)
  }
  ready() {
    this.tell({ type: 'state', state: 'ready', failures: 0 })
  }
  failing(failures = 1) {
    this.tell({ type: 'state', state: 'connecting', failures })
  }
  ended(reason: 'finish' | 'disconnected' | 'timeout') {
    this.tell({ type: 'state', state: 'closed', failures: 0, reason })
  }
}

function setUp() {
  const lines: Line[] = []
  const captures: { handlers: CaptureHandlers; calls: string[] }[] = []
  const failure: { error: Error | null } = { error: null }
  const recording = createRecording({
    capture: async (_start: typeof start, handlers) => {
      if (failure.error) throw failure.error
      const calls: string[] = []
      captures.push({ handlers, calls })
      handlers.signal.addEventListener('abort', () => calls.push('abort'))
      return {
        channels: 1 as const,
        pause: () => void calls.push('pause'),
        resume: () => void calls.push('resume'),
        setGain: (gain: number) => void calls.push(`gain ${gain}`),
        useMicrophone: async (id: string | null) => void calls.push(`microphone ${id}`),
        stop: async () => void calls.push('stop'),
      }
    },
    socket: (_start, take) => {
      const line = new Line(take)
      lines.push(line)
      return line
    },
  })
  const line = () => {
    const last = lines.at(-1)
    if (!last) throw new Error('no socket was made')
    return last
  }
  const speak = (atFrame: number, frames = 1600) =>
    captures.at(-1)?.handlers.onBatch({ atFrame, pcm: new Int16Array(frames).fill(1) })
  const begin = async () => {
    const started = recording.start(start)
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0))
    line().ready()
    await started
  }
  return { recording, lines, line, captures, failure, speak, begin }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a take starts, records, tells its words and ends with them', async () => {
  const { recording, line, speak, begin, captures } = setUp()
  await begin()
  expect(recording.state).toMatchObject({ phase: 'recording', connection: 'live', patient: options.patient })
  speak(0)
  line().tell({ type: 'transcript', from: 0, transcript: ['Speaker 0: hello'] })
  expect(recording.state).toMatchObject({ elapsedMs: 100, saved: 0, turns: ['Speaker 0: hello'] })
  const stopped = recording.stop()
  await vi.waitFor(() => expect(line().finishAsked).toBe(true))
  expect(recording.state.phase).toBe('stopping')
  line().ended('finish')
  expect(await stopped).toEqual({ transactionId: recording.state.transactionId, turns: ['Speaker 0: hello'] })
  expect(recording.state).toMatchObject({ phase: 'idle', connection: 'idle', saved: 1 })
  expect(captures[0]?.calls).toEqual(['stop'])
})

/** Records one take with these words to its end. Returns its id. */
async function takeWith(
  { recording, line, lines }: ReturnType<typeof setUp>,
  over: Partial<RecordingOptions>,
  words: string,
) {
  const before = lines.length
  const started = recording.start({ options: { ...options, keepFor: 'ana@clinic.example', ...over } })
  await vi.waitFor(() => expect(lines.length).toBe(before + 1))
  line().ready()
  await started
  line().tell({ type: 'transcript', from: 0, transcript: [words] })
  const stopped = recording.stop()
  await vi.waitFor(() => expect(line().finishAsked).toBe(true))
  line().ended('finish')
  return (await stopped).transactionId
}

test('the words of a dictation are given to the first who asks; those of a session wait for nobody', async () => {
  const stage = setUp()
  const { recording } = stage
  const id = await takeWith(stage, { place: 'dictation', box: 'window-1' }, 'Slept well.')
  const words = { transactionId: id, keepFor: 'ana@clinic.example', box: 'window-1', turns: ['Slept well.'] }
  expect(recording.state.unclaimed).toEqual([{ ...words, patient: options.patient }])
  expect(await recording.claim('another')).toBeNull()
  expect(await recording.claim(id)).toEqual(['Slept well.'])
  expect([await recording.claim(id), recording.state.unclaimed]).toEqual([null, []])
  await takeWith(stage, { place: 'session' }, 'hello')
  expect(recording.state.unclaimed).toEqual([])
})

test('words that nobody has taken yet outlive the recordings after them', async () => {
  const stage = setUp()
  const id = await takeWith(stage, { place: 'dictation', box: 'window-1' }, 'Slept well.')
  await takeWith(stage, { place: 'session' }, 'hello')
  const other = await takeWith(stage, { place: 'dictation', box: 'window-2' }, 'Eats well.')
  stage.failure.error = new Error('No microphone.')
  await expect(stage.recording.start(start)).rejects.toThrow('No microphone.')
  await stage.recording.discard()
  expect(await stage.recording.claim(id)).toEqual(['Slept well.'])
  // After `release`, any box may claim these words.
  stage.recording.release('window-2')
  expect(stage.recording.state.unclaimed.map(({ box }) => box)).toEqual([null])
  expect(await stage.recording.claim(other)).toEqual(['Eats well.'])
})

test('a dictation belongs to the box that began it: another one is refused until its place is gone for good', async () => {
  const { recording, lines, line, captures } = setUp()
  const into = (box: string) => ({ options: { ...dictation.options, box } })
  const started = recording.start(into('window-1'))
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  line().ready()
  await started
  expect(recording.state.box).toBe('window-1')
  await expect(recording.start(into('window-2'))).rejects.toThrow('Recording is already in progress elsewhere')
  await recording.giveUp('window-2')
  recording.release('window-2')
  expect(recording.state).toMatchObject({ phase: 'recording', box: 'window-1' })
  recording.release('window-1')
  expect(recording.state).toMatchObject({ phase: 'recording', box: null })
  expect(captures).toHaveLength(1)
})

test('a dictation whose page is gone is given up, and nothing is left open', async () => {
  const { recording, lines, line, captures } = setUp()
  const started = recording.start({ options: { ...dictation.options, box: 'page-1' } })
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  line().ready()
  await started
  await recording.giveUp('page-1')
  expect(recording.state).toMatchObject({ phase: 'idle', box: null, unclaimed: [] })
  expect(captures[0]?.calls).toEqual(['abort'])
})

test('a second place is refused while one records, and the recording is not touched', async () => {
  const { recording, begin, captures } = setUp()
  await begin()
  await expect(recording.start(dictation)).rejects.toThrow('Recording is already in progress elsewhere')
  expect(recording.state).toMatchObject({ phase: 'recording', place: 'session' })
  expect(captures).toHaveLength(1)
})

test('starting again in the same place stops the earlier take first', async () => {
  const { recording, lines, begin, captures } = setUp()
  await begin()
  const earlier = recording.state.transactionId
  const again = recording.start(start)
  await vi.waitFor(() => expect(lines[0]?.finishAsked).toBe(true))
  expect(captures).toHaveLength(1)
  lines[0]?.ended('finish')
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  lines[1]?.ready()
  await again
  expect(recording.state.phase).toBe('recording')
  expect(recording.state.transactionId).not.toBe(earlier)
})

test('a denied microphone is told in its own words and leaves everything idle', async () => {
  const { recording, failure } = setUp()
  failure.error = new Error('Chartside may not use the microphone.')
  await expect(recording.start(start)).rejects.toThrow('Chartside may not use the microphone.')
  expect(recording.state).toMatchObject({
    phase: 'idle',
    problems: { microphone: 'Chartside may not use the microphone.' },
  })
})

test('a server that refuses ends the start with its words and releases the microphone', async () => {
  const { recording, lines, line, captures } = setUp()
  const refused = expect(recording.start(start)).rejects.toThrow('Sign in to record.')
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  line().tell({ type: 'error', message: 'Sign in to record.', final: true })
  line().ended('timeout')
  await refused
  expect(captures[0]?.calls).toEqual(['abort'])
  expect(recording.state).toMatchObject({ phase: 'idle', problems: { transcription: 'Sign in to record.' } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toHaveLength(1)
})

test('a server out of reach does not stop a recording from starting; it says so and recovers', async () => {
  const { recording, lines, line } = setUp()
  const started = recording.start(start)
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  line().failing()
  await started
  expect(recording.state).toMatchObject({
    phase: 'recording',
    connection: 'offline',
    problems: { network: expect.any(String) },
  })
  line().ready()
  expect(recording.state).toMatchObject({ connection: 'live', problems: {} })
})

test('a connection that breaks and comes back at once is no problem; one that stays away is', async () => {
  const { recording, line, begin } = setUp()
  await begin()
  line().failing(1)
  expect(recording.state).toMatchObject({ connection: 'connecting', problems: {} })
  line().failing(2)
  expect(recording.state).toMatchObject({
    connection: 'offline',
    problems: {
      network: 'The server cannot be reached. The recording goes on and is sent when the connection returns.',
    },
  })
})

test('a slow server does not keep the clinician waiting', async () => {
  const { recording } = setUp()
  const started = recording.start(start)
  await vi.advanceTimersByTimeAsync(3000)
  await started
  expect(recording.state).toMatchObject({ phase: 'recording' })
})

test('when a socket gives up, the take goes on and another socket carries all of its audio', async () => {
  const { recording, lines, line, speak, begin } = setUp()
  await begin()
  speak(0)
  line().ended('disconnected')
  speak(1600)
  expect(recording.state).toMatchObject({ phase: 'recording', connection: 'offline', elapsedMs: 200 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(lines).toHaveLength(2)
  expect(line().buffer).toBe(lines[0]?.buffer)
  expect(line().buffer.backlog).toBe(2)
  expect(line().take.transactionId).toBe(lines[0]?.take.transactionId)
})

test('when the network is back it is tried at once', async () => {
  const { recording, lines, line, begin } = setUp()
  await begin()
  line().ended('disconnected')
  recording.reconnect()
  expect(lines).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toHaveLength(2)
})

test('a pause is left out of the length and kept on the timeline', async () => {
  const { recording, line, speak, begin, captures } = setUp()
  await begin()
  speak(0)
  await recording.pause()
  expect(recording.state).toMatchObject({ phase: 'paused', levels: { microphone: 0 } })
  await recording.resume()
  speak(16_000)
  expect(captures[0]?.calls).toEqual(['pause', 'resume'])
  expect(recording.state.elapsedMs).toBe(200)
  expect(line().buffer.endFrame).toBe(17_600)
})

test('sound that stops coming is told within 3 s, in a pause is expected by nobody, and is no problem once it is back', async () => {
  const { recording, begin, speak } = setUp()
  await begin()
  speak(0)
  await vi.advanceTimersByTimeAsync(2000)
  speak(1600)
  await vi.advanceTimersByTimeAsync(2000)
  expect(recording.state.problems).toEqual({})
  await vi.advanceTimersByTimeAsync(1000)
  expect(recording.state).toMatchObject({
    phase: 'recording',
    levels: { microphone: 0 },
    problems: { sound: expect.stringContaining('No sound reaches the recording any more.') },
  })
  speak(3200)
  expect(recording.state.problems).toEqual({})
  await recording.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(recording.state.problems).toEqual({})
  await recording.resume()
  await vi.advanceTimersByTimeAsync(3000)
  expect(recording.state.problems.sound).toBeDefined()
})

test('each stage has its own problem: what ends in one hides nothing of another, and all that stand are told', async () => {
  const { recording, line, begin, captures, speak } = setUp()
  await begin()
  const { onProblem, onMicrophone } = captures[0]?.handlers ?? {}
  const unplugged = 'The microphone was disconnected. The recording goes on with Desk.'
  const noTab = 'The tab’s sound has ended. The recording goes on with the microphone.'
  onMicrophone?.({ id: 'b', label: 'Desk', fallback: true })
  onProblem?.({ stage: 'microphone', message: unplugged })
  onProblem?.({ stage: 'tab', message: noTab })
  line().failing(2)
  await vi.advanceTimersByTimeAsync(3000)
  const noSound = expect.stringContaining('No sound reaches the recording any more.')
  const all = { microphone: unplugged, tab: noTab, sound: noSound, network: expect.any(String) }
  expect(recording.state.problems).toEqual(all)
  speak(0)
  expect(recording.state.problems).toEqual({ microphone: unplugged, tab: noTab, network: expect.any(String) })
  line().ready()
  expect(recording.state.problems).toEqual({ microphone: unplugged, tab: noTab })
  onMicrophone?.({ id: 'c', label: 'Headset', fallback: false })
  expect(recording.state.problems).toEqual({ tab: noTab })
})

test('a machine that never gives any sound is told from the start', async () => {
  const { recording, begin } = setUp()
  await begin()
  await vi.advanceTimersByTimeAsync(3000)
  expect(recording.state.problems.sound).toContain('No sound reaches the recording any more.')
})

test('a microphone that is chosen while a take starts is the one it is heard through', async () => {
  const { recording, lines, line, captures } = setUp()
  const started = recording.start(start)
  await vi.waitFor(() => expect(recording.state.phase).toBe('starting'))
  const chosen = recording.useMicrophone('desk')
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  line().ready()
  await Promise.all([started, chosen])
  expect(captures[0]?.calls).toEqual(['microphone desk'])
})

test('a pause while a take is still starting waits its turn, and so does its end', async () => {
  const { recording, lines, line, captures } = setUp()
  const started = recording.start(start)
  const paused = recording.pause()
  const stopped = recording.stop()
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  expect(captures[0]?.calls).toEqual([])
  line().ready()
  await started
  await paused
  await vi.waitFor(() => expect(line().finishAsked).toBe(true))
  line().ended('finish')
  await stopped
  expect(captures[0]?.calls).toEqual(['pause', 'stop'])
  expect(recording.state.phase).toBe('idle')
})

test('a finish that fails keeps the audio: finishing again sends it', async () => {
  const { recording, lines, line, speak, begin } = setUp()
  await begin()
  speak(0)
  const failed = expect(recording.stop()).rejects.toThrow('The last words could not be sent.')
  await vi.waitFor(() => expect(line().finishAsked).toBe(true))
  line().ended('disconnected')
  await failed
  expect(recording.state).toMatchObject({ phase: 'paused', ended: true })
  await expect(recording.resume()).rejects.toThrow('This recording has ended.')
  const again = recording.stop()
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  expect(line().buffer.backlog).toBe(1)
  line().ready()
  line().ended('finish')
  await again
  expect(recording.state).toMatchObject({ phase: 'idle', ended: false })
})

test('a server out of reach at the end is not said to let the recording go on', async () => {
  const { recording, line, begin } = setUp()
  await begin()
  const failed = expect(recording.stop()).rejects.toThrow('The last words could not be sent.')
  await vi.waitFor(() => expect(line().finishAsked).toBe(true))
  line().failing(2)
  expect(recording.state.problems.network).toBe(
    'The server cannot be reached. Everything that is not sent yet stays on this computer. Chartside keeps trying.',
  )
  line().ended('disconnected')
  await failed
})

test('a network that swallows everything keeps nobody at the end for more than a minute: it can be finished again', async () => {
  const { recording, line, lines, speak, begin } = setUp()
  await begin()
  speak(0)
  const failed = expect(recording.stop()).rejects.toThrow('The last words could not be sent.')
  await vi.waitFor(() => expect(line().finishAsked).toBe(true))
  line().failing(2)
  await vi.advanceTimersByTimeAsync(61_000)
  await failed
  expect(recording.state).toMatchObject({ phase: 'paused', ended: true })
  const again = recording.stop()
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  line().failing(2)
  line().ready()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(recording.state.phase).toBe('stopping')
  line().ended('finish')
  await again
})

test('an unsent recording is given up only when its user records again after being told', async () => {
  const { recording, lines, line, begin } = setUp()
  await begin()
  const failed = expect(recording.stop()).rejects.toThrow()
  await vi.waitFor(() => expect(line().finishAsked).toBe(true))
  line().ended('disconnected')
  await failed
  await expect(recording.start(start)).rejects.toThrow('The last recording is not sent yet.')
  const started = recording.start(start)
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  line().ready()
  await started
  expect(recording.state.phase).toBe('recording')
})

test('finishing when nothing runs is refused', async () => {
  await expect(setUp().recording.stop()).rejects.toThrow('Nothing is being recorded.')
})

test('levels are told as a meter shows them', async () => {
  const { recording, begin, captures } = setUp()
  await begin()
  captures[0]?.handlers.onLevel({ microphone: 1, tab: 0 })
  expect(recording.state.levels).toEqual({ microphone: 1, tab: 0 })
  captures[0]?.handlers.onLevel({ microphone: 0.0316227766, tab: null })
  expect(recording.state.levels.microphone).toBeCloseTo(0.5)
})

test('listeners hear the present state at once and every change until they leave', async () => {
  const { recording, begin } = setUp()
  const phases: string[] = []
  const leave = recording.subscribe(({ phase }) => {
    if (phases.at(-1) !== phase) phases.push(phase)
  })
  await begin()
  leave()
  await recording.pause()
  expect(phases).toEqual(['idle', 'starting', 'recording'])
})
