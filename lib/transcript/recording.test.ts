import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../tests/eventually.ts'
import { createRecording } from './recording.ts'
import type { RecordingOptions } from './recording-state.ts'
import type { SendBuffer } from './sending/send-buffer.ts'
import type { TakeSocket } from './sending/sending.ts'
import type { SocketEvent, SocketState, TranscriptionSocket } from './socket/socket.ts'
import type { CaptureHandlers } from './take.ts'
import type { Chunk } from './timeline.ts'

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
  reconnects = 0
  reconnect() {
    this.reconnects++
  }
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

/** `early`: positions of the audio batches that arrive before the capture has reported that it runs. */
function setUp(early: number[] = []) {
  const lines: Line[] = []
  const captures: { handlers: CaptureHandlers; calls: string[] }[] = []
  const failure: { error: Error | null } = { error: null }
  const recording = createRecording({
    capture: async (_start: typeof start, handlers) => {
      if (failure.error) throw failure.error
      const calls: string[] = []
      captures.push({ handlers, calls })
      handlers.signal.addEventListener('abort', () => calls.push('abort'))
      for (const atFrame of early) handlers.onBatch({ atFrame, pcm: new Int16Array(1600).fill(1) })
      return {
        channels: 1 as const,
        pause: () => void calls.push('pause'),
        resume: () => void calls.push('resume'),
        setGain: (gain: number) => void calls.push(`gain ${gain}`),
        useMicrophone: async (id: string | null) => void calls.push(`microphone ${id}`),
        addTab: async (id: string) => void calls.push(`tab ${id}`),
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
    await soon(() => expect(lines.length).toBeGreaterThan(0))
    line().ready()
    await started
  }
  return { recording, lines, line, captures, failure, speak, begin }
}

/** Waits until the check passes, and looks every millisecond. */
function soon(check: () => void) {
  return eventually(check, { interval: 1 })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a take starts, records, delivers its words and ends with them', async () => {
  const { recording, line, speak, begin, captures } = setUp()
  await begin()
  expect(recording.state).toMatchObject({ phase: 'recording', connection: 'live', patient: options.patient })
  speak(0)
  line().tell({ type: 'transcript', from: 0, transcript: ['Speaker 0: hello'] })
  expect(recording.state).toMatchObject({ elapsedMs: 100, saved: 0, turns: ['Speaker 0: hello'] })
  const stopped = recording.stop()
  await soon(() => expect(line().finishAsked).toBe(true))
  expect(recording.state.phase).toBe('stopping')
  line().ended('finish')
  expect(await stopped).toEqual({ transactionId: recording.state.transactionId, turns: ['Speaker 0: hello'] })
  expect(recording.state).toMatchObject({ phase: 'idle', connection: 'idle', saved: 1 })
  expect(captures[0]?.calls).toEqual(['stop'])
})

test('unclear words and the second engine are shown, and are gone with the next take', async () => {
  const { recording, line, begin } = setUp()
  await begin()
  line().tell({ type: 'transcript', from: 0, transcript: ['Speaker 0: hello there'], unclear: [[1]] })
  line().tell({ type: 'engine', second: 'Pocketsphinx.' })
  expect(recording.state).toMatchObject({ unclear: [[1]], secondEngine: 'Pocketsphinx.' })
  await recording.discard()
  expect(recording.state).toMatchObject({ unclear: [], secondEngine: null })
})

/** Records one take to its end; `words` is its transcript. Returns the id of the take. */
async function takeWith(
  { recording, line, lines }: ReturnType<typeof setUp>,
  over: Partial<RecordingOptions>,
  words: string,
) {
  const before = lines.length
  const started = recording.start({ options: { ...options, keepFor: 'ana@clinic.example', ...over } })
  await soon(() => expect(lines.length).toBe(before + 1))
  line().ready()
  await started
  line().tell({ type: 'transcript', from: 0, transcript: [words] })
  const stopped = recording.stop()
  await soon(() => expect(line().finishAsked).toBe(true))
  line().ended('finish')
  return (await stopped).transactionId
}

test('the words of a dictation go to the first box that claims them; those of a session are never unclaimed', async () => {
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

test('unclaimed words survive later recordings', async () => {
  const stage = setUp()
  const id = await takeWith(stage, { place: 'dictation', box: 'window-1' }, 'Slept well.')
  await takeWith(stage, { place: 'session' }, 'hello')
  const other = await takeWith(stage, { place: 'dictation', box: 'window-2' }, 'Eats well.')
  stage.failure.error = new Error('No microphone.')
  await expect(stage.recording.start(start)).rejects.toThrow('No microphone.')
  await stage.recording.discard()
  expect(await stage.recording.claim(id)).toEqual(['Slept well.'])
  // After `release`, any text box may claim these words.
  stage.recording.release('window-2')
  expect(stage.recording.state.unclaimed.map(({ box }) => box)).toEqual([null])
  expect(await stage.recording.claim(other)).toEqual(['Eats well.'])
})

test('a dictation belongs to the box that started it: another one is refused until its place is gone for good', async () => {
  const { recording, lines, line, captures } = setUp()
  const into = (box: string) => ({ options: { ...dictation.options, box } })
  const started = recording.start(into('window-1'))
  await soon(() => expect(lines).toHaveLength(1))
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

test('a dictation whose page is gone is given up, and nothing stays open', async () => {
  const { recording, lines, line, captures } = setUp()
  const started = recording.start({ options: { ...dictation.options, box: 'page-1' } })
  await soon(() => expect(lines).toHaveLength(1))
  line().ready()
  await started
  await recording.giveUp('page-1')
  expect(recording.state).toMatchObject({ phase: 'idle', box: null, unclaimed: [] })
  expect(captures[0]?.calls).toEqual(['abort'])
})

test('a second place is refused during a recording, and the recording is not affected', async () => {
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
  await soon(() => expect(lines[0]?.finishAsked).toBe(true))
  expect(captures).toHaveLength(1)
  lines[0]?.ended('finish')
  await soon(() => expect(lines).toHaveLength(2))
  lines[1]?.ready()
  await again
  expect(recording.state.phase).toBe('recording')
  expect(recording.state.transactionId).not.toBe(earlier)
})

test('a denied microphone gives its own message and leaves everything idle', async () => {
  const { recording, failure } = setUp()
  failure.error = new Error('Chartside is not allowed to use the microphone.')
  await expect(recording.start(start)).rejects.toThrow('Chartside is not allowed to use the microphone.')
  expect(recording.state).toMatchObject({
    phase: 'idle',
    problems: { microphone: 'Chartside is not allowed to use the microphone.' },
  })
})

test('a server that refuses ends the start with its message and releases the microphone', async () => {
  const { recording, lines, line, captures } = setUp()
  const refused = expect(recording.start(start)).rejects.toThrow('Sign in to record.')
  await soon(() => expect(lines).toHaveLength(1))
  line().tell({ type: 'error', message: 'Sign in to record.', final: true })
  line().ended('timeout')
  await refused
  expect(captures[0]?.calls).toEqual(['abort'])
  expect(recording.state).toMatchObject({ phase: 'idle', problems: { transcription: 'Sign in to record.' } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toHaveLength(1)
})

test('an unreachable server does not stop a recording from starting; it is reported and recovers', async () => {
  const { recording, lines, line } = setUp()
  const started = recording.start(start)
  await soon(() => expect(lines).toHaveLength(1))
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

test('a connection that breaks and returns at once is no problem; one that stays down is', async () => {
  const { recording, line, begin } = setUp()
  await begin()
  line().failing(1)
  expect(recording.state).toMatchObject({ connection: 'connecting', problems: {} })
  line().failing(2)
  expect(recording.state).toMatchObject({
    connection: 'offline',
    problems: {
      network: 'The server cannot be reached. The recording continues. It will be sent when the connection is back.',
    },
  })
  line().failing(31)
  expect(recording.state).toMatchObject({ phase: 'recording', connection: 'disconnected' })
  line().ready()
  expect(recording.state).toMatchObject({ connection: 'live', problems: {} })
})

test('a slow server does not delay the clinician', async () => {
  const { recording } = setUp()
  const started = recording.start(start)
  await vi.advanceTimersByTimeAsync(3000)
  await started
  expect(recording.state).toMatchObject({ phase: 'recording' })
})

test('when the network is back, the socket connects at once', async () => {
  const { recording, lines, line, begin } = setUp()
  await begin()
  line().failing(5)
  recording.reconnect()
  expect(lines).toHaveLength(1)
  expect(line().reconnects).toBe(1)
})

test('audio that arrives while the recording is still starting is sent, too', async () => {
  const { begin, line, speak } = setUp([0, 1600])
  await begin()
  speak(3200)
  expect(line().buffer.endFrame).toBe(4800)
  expect(line().buffer.audioFrames).toBe(4800)
})

test('a pause does not count in the length but stays on the timeline', async () => {
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

test('missing audio is reported within 3 s, is not expected during a pause, and is no problem once it is back', async () => {
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

test('each stage has its own problem: the end of one hides no other, and all present ones are reported', async () => {
  const { recording, line, begin, captures, speak } = setUp()
  await begin()
  const { onProblem, onMicrophone } = captures[0]?.handlers ?? {}
  const unplugged = 'The microphone was disconnected. The recording continues with Desk.'
  const noTab = 'The tab’s sound has ended. The recording continues with the microphone.'
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

test('a computer that never delivers audio is reported from the start', async () => {
  const { recording, begin } = setUp()
  await begin()
  await vi.advanceTimersByTimeAsync(3000)
  expect(recording.state.problems.sound).toContain('No sound reaches the recording any more.')
})

test('a microphone chosen while a take starts is the one that is used', async () => {
  const { recording, lines, line, captures } = setUp()
  const started = recording.start(start)
  await soon(() => expect(recording.state.phase).toBe('starting'))
  const chosen = recording.useMicrophone('desk')
  await soon(() => expect(lines).toHaveLength(1))
  line().ready()
  await Promise.all([started, chosen])
  expect(captures[0]?.calls).toEqual(['microphone desk'])
})

test('a pause during the start of a take waits for the start, and so does the finish', async () => {
  const { recording, lines, line, captures } = setUp()
  const started = recording.start(start)
  const paused = recording.pause()
  const stopped = recording.stop()
  await soon(() => expect(lines).toHaveLength(1))
  expect(captures[0]?.calls).toEqual([])
  line().ready()
  await started
  await paused
  await soon(() => expect(line().finishAsked).toBe(true))
  line().ended('finish')
  await stopped
  expect(captures[0]?.calls).toEqual(['pause', 'stop'])
  expect(recording.state.phase).toBe('idle')
})

test('a finish that fails keeps the audio: the next finish sends it', async () => {
  const { recording, lines, line, speak, begin } = setUp()
  await begin()
  speak(0)
  const failed = expect(recording.stop()).rejects.toThrow('The end of the recording could not be sent.')
  await soon(() => expect(line().finishAsked).toBe(true))
  line().ended('disconnected')
  await failed
  expect(recording.state).toMatchObject({ phase: 'paused', ended: true })
  await expect(recording.resume()).rejects.toThrow('This recording has ended.')
  const again = recording.stop()
  await soon(() => expect(lines).toHaveLength(2))
  expect(line().buffer.backlog).toBe(1)
  line().ready()
  line().ended('finish')
  await again
  expect(recording.state).toMatchObject({ phase: 'idle', ended: false })
})

test('if the server is unreachable at the end, the message does not say that the recording goes on', async () => {
  const { recording, line, begin } = setUp()
  await begin()
  const failed = expect(recording.stop()).rejects.toThrow('The end of the recording could not be sent.')
  await soon(() => expect(line().finishAsked).toBe(true))
  line().failing(2)
  expect(recording.state.problems.network).toBe(
    'The server cannot be reached. What was not sent yet is only in memory. Keep this page and the browser open. Chartside keeps trying.',
  )
  line().ended('disconnected')
  await failed
})

test('a network that drops everything delays the finish by at most a minute; it can then be repeated', async () => {
  const { recording, line, lines, speak, begin } = setUp()
  await begin()
  speak(0)
  const failed = expect(recording.stop()).rejects.toThrow('The end of the recording could not be sent.')
  await soon(() => expect(line().finishAsked).toBe(true))
  line().failing(2)
  await vi.advanceTimersByTimeAsync(61_000)
  await failed
  expect(recording.state).toMatchObject({ phase: 'paused', ended: true })
  const again = recording.stop()
  await soon(() => expect(lines).toHaveLength(2))
  line().failing(2)
  line().ready()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(recording.state.phase).toBe('stopping')
  line().ended('finish')
  await again
})

test('an unsent session that is only in memory never makes room for another one: its user finishes or discards it', async () => {
  const { recording, line, begin, speak } = setUp()
  await begin()
  speak(0)
  const failed = expect(recording.stop({ later: true })).rejects.toThrow()
  await soon(() => expect(line().finishAsked).toBe(true))
  line().ended('disconnected')
  await failed
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(recording.start(start)).rejects.toThrow('Press Finish to send it, or Discard to delete it.')
  expect(recording.state).toMatchObject({ phase: 'paused', ended: true })
  await recording.discard()
  expect(recording.state.phase).toBe('idle')
})

test('an unsent dictation is given up only if its user records again after the message', async () => {
  const { recording, lines, line, speak } = setUp()
  const first = recording.start(dictation)
  await soon(() => expect(lines).toHaveLength(1))
  line().ready()
  await first
  speak(0)
  const failed = expect(recording.stop()).rejects.toThrow()
  await soon(() => expect(line().finishAsked).toBe(true))
  line().ended('disconnected')
  await failed
  await expect(recording.start(dictation)).rejects.toThrow('The last recording was not sent yet.')
  const started = recording.start(dictation)
  await soon(() => expect(lines).toHaveLength(2))
  line().ready()
  await started
  expect(recording.state.phase).toBe('recording')
})

test('finishing without a recording is refused', async () => {
  await expect(setUp().recording.stop()).rejects.toThrow('Nothing is being recorded. Start a recording first.')
})

test('levels are reported on the scale of a meter', async () => {
  const { recording, begin, captures } = setUp()
  await begin()
  captures[0]?.handlers.onLevel({ microphone: 1, tab: 0 })
  expect(recording.state.levels).toEqual({ microphone: 1, tab: 0 })
  captures[0]?.handlers.onLevel({ microphone: 0.0316227766, tab: null })
  expect(recording.state.levels.microphone).toBeCloseTo(0.5)
})

test('listeners get the present state at once, and every change until they unsubscribe', async () => {
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

test('an error that is not final ends neither the start nor the recording', async () => {
  const { recording, lines, line } = setUp()
  const started = recording.start(start)
  await soon(() => expect(lines).toHaveLength(1))
  line().tell({ type: 'error', message: 'One sentence was lost.', final: false })
  line().ready()
  await started
  expect(recording.state).toMatchObject({ phase: 'recording', connection: 'live', problems: {} })
  line().tell({ type: 'error', message: 'One sentence was lost.', final: false })
  expect(recording.state).toMatchObject({ phase: 'recording', problems: { transcription: 'One sentence was lost.' } })
})

test('a refusal during the recording is shown instead of a network problem, until the server accepts it again', async () => {
  const { recording, line, begin } = setUp()
  await begin()
  line().failing(2)
  line().tell({ type: 'error', message: 'Sign in to record.', final: true })
  line().failing(1)
  const refused = { connection: 'offline', problems: { transcription: 'Sign in to record.' } }
  expect(recording.state).toMatchObject({ phase: 'recording', ...refused })
  expect(recording.state.problems).toEqual(refused.problems)
  line().ready()
  expect(recording.state).toMatchObject({ connection: 'live', problems: {} })
})

test('a finish that the server refuses gives the server’s reason', async () => {
  const { recording, line, begin } = setUp()
  await begin()
  const failed = expect(recording.stop()).rejects.toThrow('Sign in to record.')
  await soon(() => expect(line().finishAsked).toBe(true))
  line().tell({ type: 'error', message: 'Sign in to record.', final: true })
  line().ended('timeout')
  await failed
  expect(recording.state).toMatchObject({ ended: true, problems: { transcription: 'Sign in to record.' } })
})

test('the share that the server has is shown: of the recorded audio, and all of nothing', async () => {
  const { recording, line, begin, speak } = setUp()
  await begin()
  line().tell({ type: 'duration', duration: 0 })
  expect(recording.state.saved).toBe(1)
  speak(0)
  speak(1600)
  line().buffer.next()
  line().buffer.acknowledge(800)
  line().tell({ type: 'duration', duration: 0.05 })
  expect(recording.state.saved).toBe(0.25)
  speak(3200)
  expect(recording.state.saved).toBeCloseTo(1 / 6)
})

test('after a take was discarded, nothing of it changes the state any more', async () => {
  const { recording, line, begin, captures } = setUp()
  await begin()
  await recording.discard()
  const after = recording.state
  line().tell({ type: 'transcript', from: 0, transcript: ['late'] })
  line().tell({ type: 'duration', duration: 1 })
  line().ready()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(recording.state).toEqual(after)
  expect([captures[0]?.calls, vi.getTimerCount()]).toEqual([['abort'], 0])
})

test('a finished take leaves no timer behind', async () => {
  const stage = setUp()
  await takeWith(stage, {}, 'hello')
  expect(vi.getTimerCount()).toBe(0)
  await expect(stage.recording.useMicrophone('desk')).rejects.toThrow('Nothing is being recorded.')
  await expect(stage.recording.addTab('stream')).rejects.toThrow('Nothing is being recorded.')
})

test('the gain is passed to the microphone and shown', async () => {
  const { recording, begin, captures } = setUp()
  await begin()
  await recording.setGain(1.5)
  expect([captures[0]?.calls, recording.state.gain]).toEqual([['gain 1.5'], 1.5])
})

test('a second pause, and going on without a pause, change nothing', async () => {
  const { recording, begin, captures } = setUp()
  await begin()
  await recording.resume()
  await recording.pause()
  await recording.pause()
  expect([captures[0]?.calls, recording.state.phase]).toEqual([['pause'], 'paused'])
})

test('levels that arrive during a pause are not shown', async () => {
  const { recording, begin, captures } = setUp()
  await begin()
  const { onLevel } = captures[0]?.handlers ?? {}
  onLevel?.({ microphone: 0.1, tab: 0.1 })
  expect(recording.state.levels.tab).toBeGreaterThan(0)
  await recording.pause()
  onLevel?.({ microphone: 0.1, tab: 0.1 })
  expect(recording.state.levels).toEqual({ microphone: 0, tab: 0 })
  await recording.resume()
  onLevel?.({ microphone: 0.0001, tab: null })
  expect(recording.state.levels).toEqual({ microphone: 0, tab: null })
})

test('a microphone that was silent before a pause is measured anew after it', async () => {
  const { recording, begin, captures } = setUp()
  await begin()
  const hear = (batches: number) => {
    for (let i = 0; i < batches; i++) captures[0]?.handlers.onLevel({ microphone: 0, tab: null })
  }
  hear(117)
  await recording.pause()
  await recording.resume()
  hear(117)
  expect(recording.state.silentSource).toBeNull()
  hear(1)
  expect(recording.state.silentSource).toBe('microphone')
})

test('words of a dictation are kept for an account only; without one, and without words, none are kept', async () => {
  const stage = setUp()
  const noAccount = await takeWith(stage, { place: 'dictation', box: 'window-1', keepFor: null }, 'Slept well.')
  expect([stage.recording.state.unclaimed, await stage.recording.claim(noAccount)]).toEqual([[], null])
  const { recording, lines, line } = stage
  const before = lines.length
  const started = recording.start({ options: { ...dictation.options, keepFor: 'ana@clinic.example' } })
  await soon(() => expect(lines.length).toBe(before + 1))
  line().ready()
  await started
  const stopped = recording.stop()
  await soon(() => expect(line().finishAsked).toBe(true))
  line().ended('finish')
  await stopped
  expect(recording.state.unclaimed).toEqual([])
})

test('giving a box up changes only what belongs to this box', async () => {
  const stage = setUp()
  const first = await takeWith(stage, { place: 'dictation', box: 'window-1' }, 'Slept well.')
  await takeWith(stage, { place: 'dictation', box: 'window-2' }, 'Eats well.')
  stage.recording.release('window-3')
  expect(stage.recording.state.unclaimed.map(({ box }) => box)).toEqual(['window-1', 'window-2'])
  stage.recording.release('window-1')
  expect(stage.recording.state.unclaimed.map(({ box }) => box)).toEqual([null, 'window-2'])
  await stage.recording.claim(first)
  expect(stage.recording.state.unclaimed.map(({ box }) => box)).toEqual(['window-2'])
})

test('the end of a take is not shown as a lost connection', async () => {
  const stage = setUp()
  const connections = new Set<string>()
  stage.recording.subscribe(({ connection }) => connections.add(connection))
  await takeWith(stage, {}, 'hello')
  expect(connections).not.toContain('offline')
})
