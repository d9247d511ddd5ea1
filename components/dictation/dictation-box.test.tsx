// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, type ComponentProps, Suspense, use, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { idleRecording, type Recorder, type RecordingState } from '../../lib/transcript/recording-state.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { DictationBox } from './dictation-box.tsx'

/** An in-memory recorder. The test decides when a start or a stop finishes. */
function memoryRecorder(initial: RecordingState = idleRecording) {
  let state = initial
  const listeners = new Set<(state: RecordingState) => void>()
  const set = (part: Partial<RecordingState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener(state)
  }
  const gates = { start: Promise.withResolvers<void>(), stop: Promise.withResolvers<void>() }
  const recorder = {
    start: vi.fn<Recorder['start']>(async ({ place, patient }) => {
      set({ phase: 'starting', place, patient })
      await gates.start.promise
      set({ phase: 'recording' })
    }),
    stop: vi.fn<Recorder['stop']>(async () => {
      set({ phase: 'stopping' })
      await gates.stop.promise
      const { turns } = state
      set({ phase: 'idle', turns: [] })
      return { transactionId: 't', turns }
    }),
    claim: vi.fn<Recorder['claim']>(async (transactionId) => {
      const words = state.unclaimed.find((one) => one.transactionId === transactionId)
      set({ unclaimed: state.unclaimed.filter((one) => one !== words) })
      return words?.turns ?? null
    }),
    discard: vi.fn<Recorder['discard']>(async () => set(idleRecording)),
    leave: async () => set(idleRecording),
    sendLater: async () => undefined,
    pause: async () => undefined,
    resume: async () => undefined,
    useMicrophone: async () => undefined,
    setGain: async () => undefined,
    subscribe(listener: (state: RecordingState) => void) {
      listeners.add(listener)
      listener(state)
      return () => listeners.delete(listener)
    },
  } satisfies Recorder
  return { recorder, set, gates }
}

const maya = { name: 'Maya Okafor', identifier: '004812' }
const mounted = mountedInFile()

interface Shown {
  text?: string
  disabled?: boolean
  survivesUnmount?: boolean
  keepFor?: string
  checkToken?: () => Promise<void>
  notAllowed?: ComponentProps<typeof DictationBox>['notAllowed']
  memory?: ReturnType<typeof memoryRecorder>
}

interface StageProps extends Omit<Shown, 'memory'> {
  recorder: Recorder
  onTold: (text: string, dictatedFor: unknown) => void
}

function Stage({ text = '', checkToken = async () => undefined, recorder, onTold, ...rest }: StageProps) {
  const [value, setValue] = useState(text)
  return (
    <MantineProvider>
      <DictationBox
        label="Note"
        value={value}
        onChange={(next, dictatedFor) => {
          onTold(next, dictatedFor)
          setValue(next)
        }}
        recorder={recorder}
        checkToken={checkToken}
        language="en"
        microphoneId={null}
        gain={1}
        patient={maya}
        {...rest}
      />
    </MantineProvider>
  )
}

async function show({ memory = memoryRecorder(), ...rest }: Shown) {
  const changes: { text: string; dictatedFor: unknown }[] = []
  await mounted.render(
    <Stage {...rest} recorder={memory.recorder} onTold={(text, dictatedFor) => changes.push({ text, dictatedFor })} />,
  )
  return { ...memory, changes }
}

function element<Shape extends Element>(selector: string): Shape {
  const found = mounted.host.querySelector<Shape>(selector)
  if (!found) throw new Error(`Nothing is ${selector}.`)
  return found
}
const button = () => element<HTMLButtonElement>('button')
const area = () => element<HTMLTextAreaElement>('textarea')
const spinner = () => mounted.host.querySelector('[role="status"]')
const press = () => act(async () => button().click())
const away = () => ({ hidden: button().hidden, disabled: button().disabled })
const gone = { hidden: true, disabled: true }
const there = { hidden: false, disabled: false }

test('the box has 5 rows and accepts several lines', async () => {
  await show({})
  expect(area().rows).toBe(5)
})

test('idle → starting → recording → stopping → idle: Talk to AI, spinner, Finish, spinner, Talk to AI', async () => {
  const { gates } = await show({})
  expect(button().textContent).toBe('Talk to AI')
  expect([spinner(), away()]).toEqual([null, there])

  await press()
  expect(spinner()?.textContent).toBe('Starting')
  expect(away()).toEqual(gone)
  // The spinner must be in the same cell as the button, so that the layout does not move.
  expect(spinner()?.parentElement).toBe(button().parentElement)

  await act(async () => gates.start.resolve())
  expect(button().textContent).toBe('Finish')
  expect([spinner(), away()]).toEqual([null, there])

  await press()
  expect(spinner()?.textContent).toBe('Finishing')
  expect(away()).toEqual(gone)

  await act(async () => gates.stop.resolve())
  expect(button().textContent).toBe('Talk to AI')
  expect([spinner(), away()]).toEqual([null, there])
})

test('while it records, the box says so with the length of the sound, but not while it waits for its connection', async () => {
  const { gates, set } = await show({})
  expect(mounted.host.textContent).not.toContain('Listening')
  await press()
  await act(async () => gates.start.resolve())
  await act(async () => set({ elapsedMs: 12_300 }))
  expect(mounted.host.textContent).toContain('Listening · 00:12')
  // Screen readers must not read the time each second.
  expect(mounted.host.querySelector('[role="log"]')?.textContent).toBe('Listening. Your words appear here.')
  await act(async () => set({ phase: 'paused', ended: true }))
  expect(mounted.host.textContent).not.toContain('Listening · ')
})

test('while the microphone is not allowed, the button is shown with the reason and how to allow it', async () => {
  const allow = vi.fn()
  const { recorder } = await show({ notAllowed: { permission: 'prompt', allow } })
  expect(button().textContent).toBe('Talk to AI')
  expect([button().hidden, button().disabled]).toEqual([false, true])
  const reason = document.getElementById(button().getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toContain(
    'Chartside is not allowed to use the microphone yet. To dictate, allow the microphone.',
  )
  await press()
  expect(recorder.start).not.toHaveBeenCalled()
  const way = () =>
    [...mounted.host.querySelectorAll('button')].find((one) => one.textContent === 'Allow the microphone')
  await act(async () => way()?.click())
  expect(allow).toHaveBeenCalledOnce()

  await show({ notAllowed: { permission: 'denied', allow } })
  expect(mounted.host.textContent).toContain('The browser does not let Chartside use the microphone.')
  await show({ notAllowed: null })
  expect([away(), way()]).toEqual([there, undefined])
})

test('a running dictation can be finished after the microphone was forbidden', async () => {
  const memory = memoryRecorder()
  memory.gates.start.resolve()
  await show({ memory })
  await press()
  await show({ memory, notAllowed: { permission: 'denied', allow: () => undefined } })
  expect([button().textContent, button().disabled]).toEqual(['Finish', false])
})

test('with more than 10 characters the button and the message about the microphone disappear', async () => {
  await show({ text: '12345678901', notAllowed: { permission: 'prompt', allow: () => undefined } })
  expect([away(), mounted.host.textContent?.includes('is not allowed to use')]).toEqual([gone, false])
})

test('the button is shown with 10 characters and hidden with 11', async () => {
  await show({ text: '1234567890' })
  expect(away()).toEqual(there)
  await mounted.unmount()
  await show({ text: '12345678901' })
  expect(away()).toEqual(gone)
})

test('during a recording the button stays, however long the text', async () => {
  const { set } = await show({ text: 'longer than ten characters', survivesUnmount: true })
  await act(async () => set({ phase: 'recording', place: 'dictation' }))
  expect(button().textContent).toBe('Finish')
  expect(away()).toEqual(there)
})

test('a disabled box has no button but can still be typed in', async () => {
  await show({ disabled: true })
  expect(away()).toEqual(gone)
  expect(area().disabled).toBe(false)
})

test('dictation is started for its own place, in the chosen language, and is not saved', async () => {
  const { recorder } = await show({})
  await press()
  expect(recorder.start).toHaveBeenCalledWith({
    place: 'dictation',
    survivesUnmount: false,
    keepFor: null,
    language: 'en',
    skipSave: true,
    microphoneId: null,
    gain: 1,
    tab: null,
    patient: maya,
  })
})

test('the token is checked before the start, and again before the stop', async () => {
  const order: string[] = []
  const memory = memoryRecorder()
  memory.gates.start.resolve()
  memory.gates.stop.resolve()
  memory.recorder.subscribe(({ phase }) => order.push(phase))
  await show({ memory, checkToken: async () => void order.push('check') })
  await press()
  await press()
  expect(order).toEqual(['idle', 'check', 'starting', 'recording', 'check', 'stopping', 'idle'])
})

test('a refused token starts nothing and is reported', async () => {
  const { recorder } = await show({ checkToken: () => Promise.reject(new Error('Your session ended. Sign in again.')) })
  await press()
  expect(recorder.start).not.toHaveBeenCalled()
  expect(element('[role="alert"]').textContent).toBe('Your session ended. Sign in again.')
  expect(away()).toEqual(there)
})

test('a token refused before the stop loses nothing: the recording goes on and can be finished again', async () => {
  const checkToken = vi.fn(async () => undefined)
  const memory = memoryRecorder()
  memory.gates.start.resolve()
  memory.gates.stop.resolve()
  const { recorder, set, changes } = await show({ memory, checkToken })
  await press()
  await act(async () => set({ turns: ['Slept well.'] }))
  checkToken.mockRejectedValueOnce(new Error('Sign in again.'))
  await press()
  expect(recorder.stop).not.toHaveBeenCalled()
  expect(button().textContent).toBe('Finish')
  await press()
  expect(changes.map(({ text }) => text)).toEqual(['Slept well.'])
})

test('while another recording runs it refuses: Recording is already in progress elsewhere', async () => {
  const checkToken = vi.fn(async () => undefined)
  const memory = memoryRecorder({ ...idleRecording, phase: 'recording', place: 'session' })
  const { recorder } = await show({ memory, checkToken })
  expect(button().textContent).toBe('Talk to AI')
  await press()
  expect(element('[role="alert"]').textContent).toBe('Recording is already in progress elsewhere')
  expect([recorder.start.mock.calls.length, checkToken.mock.calls.length]).toEqual([0, 0])
})

test('dictated words are inserted at the cursor, for the patient of the dictation, and the cursor follows them', async () => {
  const memory = memoryRecorder()
  memory.gates.start.resolve()
  memory.gates.stop.resolve()
  const { set, changes } = await show({ memory, text: 'Mood: .' })
  await act(async () => {
    area().focus()
    area().setSelectionRange(6, 6)
  })
  await press()
  await act(async () => set({ turns: ['Speaker 0: calm', 'and rested'] }))
  expect(element('[role="log"]').textContent).toBe('calm and rested')
  await press()
  expect(changes).toEqual([{ text: 'Mood: calm and rested.', dictatedFor: { patient: maya } }])
  expect([area().value, area().selectionStart, mounted.host.querySelector('[role="log"]')]).toEqual([
    'Mood: calm and rested.',
    21,
    null,
  ])
})

test('a box that never had the focus inserts the words at its end', async () => {
  const memory = memoryRecorder()
  memory.gates.start.resolve()
  memory.gates.stop.resolve()
  const { set } = await show({ memory, text: 'Mood' })
  await press()
  await act(async () => set({ turns: ['is calm.'] }))
  await press()
  expect(area().value).toBe('Mood is calm.')
})

test('a temporary box that is closed gives its dictation up; with one that survives unmounting it goes on and is taken up again', async () => {
  const first = memoryRecorder()
  first.gates.start.resolve()
  await show({ memory: first })
  await press()
  await mounted.unmount()
  expect(first.recorder.discard).toHaveBeenCalledOnce()

  const second = memoryRecorder()
  second.gates.start.resolve()
  await show({ memory: second, survivesUnmount: true })
  await press()
  await mounted.unmount()
  expect(second.recorder.discard).not.toHaveBeenCalled()
  await show({ memory: second, survivesUnmount: true })
  expect(button().textContent).toBe('Finish')
})

test('a box that is closed during the token check starts nothing', async () => {
  const checked = Promise.withResolvers<void>()
  const { recorder } = await show({ checkToken: () => checked.promise })
  await press()
  await mounted.unmount()
  await act(async () => checked.resolve())
  expect(recorder.start).not.toHaveBeenCalled()
})

test('a temporary box closed during the start gives up what then begins; one that survives unmounting finds it running', async () => {
  const late = () => {
    const memory = memoryRecorder()
    memory.recorder.start.mockImplementation(async ({ place }) => {
      await memory.gates.start.promise
      memory.set({ phase: 'recording', place })
    })
    return memory
  }
  const first = late()
  await show({ memory: first })
  await press()
  await mounted.unmount()
  expect(first.recorder.discard).not.toHaveBeenCalled()
  await act(async () => first.gates.start.resolve())
  expect(first.recorder.discard).toHaveBeenCalledOnce()

  const second = late()
  await show({ memory: second, survivesUnmount: true })
  await press()
  await mounted.unmount()
  await show({ memory: second, survivesUnmount: true })
  await act(async () => second.gates.start.resolve())
  expect(second.recorder.discard).not.toHaveBeenCalled()
  expect(button().textContent).toBe('Finish')
})

test('a box that was closed while finishing and opened again keeps what was typed in the meantime', async () => {
  const memory = memoryRecorder()
  memory.gates.start.resolve()
  await show({ memory, survivesUnmount: true })
  await press()
  await act(async () => memory.set({ turns: ['Slept well.'] }))
  await press()
  await mounted.unmount()
  const { changes } = await show({ memory, survivesUnmount: true, text: 'Typed.' })
  await act(async () => memory.gates.stop.resolve())
  expect(changes.map(({ text }) => text)).toEqual(['Typed. Slept well.'])
})

test('words that arrive while no box is open wait for the next box of the same account, and are inserted once', async () => {
  vi.useFakeTimers()
  const words = {
    transactionId: 'one',
    keepFor: 'ana@clinic.example',
    box: null,
    turns: ['Slept well.'],
    patient: maya,
  }
  // A dictation of the account ana@clinic.example has ended, but no text box has received its words yet (`unclaimed`).
  // Another recording is running. The text box of ben@clinic.example must not insert the words.
  const memory = memoryRecorder({ ...idleRecording, phase: 'recording', unclaimed: [words] })
  const wait = () => act(async () => vi.advanceTimersByTimeAsync(5000))
  const others = await show({ memory, survivesUnmount: true, keepFor: 'ben@clinic.example' })
  await wait()
  expect([others.changes, memory.recorder.claim.mock.calls]).toEqual([[], []])
  await mounted.unmount()
  const own = await show({ memory, survivesUnmount: true, keepFor: 'ana@clinic.example', text: 'Typed.' })
  await wait()
  expect(own.changes).toEqual([{ text: 'Typed. Slept well.', dictatedFor: { patient: maya } }])
  await wait()
  expect(memory.recorder.claim).toHaveBeenCalledOnce()
  // The panel was closed after the words were inserted, but before `recorder.claim` marked the words as received. So
  // the words are listed in `unclaimed` again, although the text box contains them. They must not be inserted again.
  await act(async () => memory.set({ unclaimed: [words] }))
  await wait()
  expect([own.changes.length, memory.recorder.claim.mock.calls.length]).toEqual([1, 2])
  // The words of another dictation must be inserted, even if they are similar.
  await act(async () => memory.set({ unclaimed: [{ ...words, transactionId: 'two', turns: ['And Sunday.'] }] }))
  await wait()
  expect(own.changes.map(({ text }) => text)).toEqual(['Typed. Slept well.', 'Typed. Slept well. And Sunday.'])
  vi.useRealTimers()
})

test('a dictation of another panel is not taken up, shown or ended here: the box says that it runs elsewhere', async () => {
  const there: RecordingState = {
    ...idleRecording,
    phase: 'recording',
    place: 'dictation',
    box: 'window-2',
    elsewhere: true,
    turns: ['Not for this box.'],
  }
  const memory = memoryRecorder(there)
  const { recorder, changes } = await show({ memory, survivesUnmount: true, keepFor: 'ana@clinic.example' })
  expect(button().textContent).toBe('Talk to AI')
  expect(mounted.host.textContent).toContain('Recording is already in progress elsewhere')
  expect(mounted.host.textContent).not.toContain('Not for this box.')
  await press()
  expect(element('[role="alert"]').textContent).toBe('Recording is already in progress elsewhere')
  expect(recorder.start).not.toHaveBeenCalled()
  await act(async () => memory.set({ ...idleRecording }))
  expect(mounted.host.textContent).not.toContain('elsewhere')
  await act(async () => memory.set(there))
  await mounted.unmount()
  expect([recorder.discard.mock.calls, recorder.stop.mock.calls, changes]).toEqual([[], [], []])

  // The window in which the dictation was started was closed (`box` is null). The next text box that is mounted in this
  // window takes over the dictation.
  await show({ memory, survivesUnmount: true, keepFor: 'ana@clinic.example' })
  await act(async () => memory.set({ box: null, elsewhere: false }))
  expect(button().textContent).toBe('Finish')
})

test('a dictation that cannot be finished can be given up', async () => {
  const memory = memoryRecorder()
  memory.gates.start.resolve()
  memory.recorder.stop.mockRejectedValue(new Error('The end of the recording could not be sent.'))
  const { recorder, changes } = await show({ memory })
  const discard = () =>
    [...mounted.host.querySelectorAll('button')].find((one) => one.textContent === 'Discard the dictation')
  await press()
  expect(discard()).toBeUndefined()
  await press()
  expect(element('[role="alert"]').textContent).toContain('The end of the recording could not be sent.')
  await act(async () => discard()?.click())
  expect(recorder.discard).toHaveBeenCalledOnce()
  expect([changes, mounted.host.querySelector('[role="alert"]'), element('button[data-variant]').textContent]).toEqual([
    [],
    null,
    'Talk to AI',
  ])
})

function Late({ loaded }: { loaded: Promise<null> }) {
  return use(loaded)
}

test('a render that React discards during loading keeps no dictation: the mounted one takes it up', async () => {
  const memory = memoryRecorder({ ...idleRecording, phase: 'recording', place: 'dictation' })
  const loaded = Promise.withResolvers<null>()
  await mounted.render(
    <Suspense fallback="Loading">
      <Stage recorder={memory.recorder} onTold={() => undefined} survivesUnmount />
      <Late loaded={loaded.promise} />
    </Suspense>,
  )
  expect(mounted.host.textContent).toBe('Loading')
  await act(async () => loaded.resolve(null))
  expect(button().textContent).toBe('Finish')
})
