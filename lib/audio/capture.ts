import { wireFormat } from '../contracts/audio.ts'
import { CaptureError } from './capture-error.ts'
import { buildGraph } from './graph.ts'
import { labelOf, type MicrophoneSource, type OpenedMicrophone, openingProblem, openMicrophone } from './microphone.ts'
import type { PcmMessage } from './pcm-processor.ts'
import { playBack, stopTracks, wake } from './streams.ts'
import { within } from './within.ts'

export interface CaptureOptions {
  microphoneId: string | null
  gain: number
  tab: MediaStream | null
  /**
   * `merged`: one channel with the sum of microphone and tab. `channels`: two channels, with the microphone on the left
   * and the tab on the right. If no tab is recorded, there is one channel in both modes.
   */
  mode: 'merged' | 'channels'
  /**
   * The number of channels of the captured sound. Absent or null: the number follows from `tab` and `mode`. Set it to
   * continue a recording, because the number of channels must not change within a recording.
   */
  channels?: 1 | 2 | null
  workletUrl: string
  /** Called with each batch of sound. `atFrame` counts 16 kHz frames from the start and jumps over pauses. */
  onBatch(batch: { pcm: Int16Array<ArrayBuffer>; atFrame: number }): void
  /** Called with the RMS levels of the last batch, 0 to 1. `tab` is null when no tab is recorded. */
  onLevel(levels: { microphone: number; tab: number | null }): void
  /**
   * Called with the microphone in use, at the start and after every change. `fallback`: this is not the microphone that
   * was requested.
   */
  onMicrophone?(microphone: { id: string | null; label: string; fallback: boolean }): void
  onProblem(problem: { stage: 'microphone' | 'tab'; message: string }): void
  /** If this signal aborts, capture ends at once, and sound that was not delivered yet is lost. */
  signal?: AbortSignal
  media?: MicrophoneSource
  AudioContext?: typeof AudioContext
}

export interface Capture {
  readonly channels: 1 | 2
  pause(): void
  resume(): void
  setGain(gain: number): void
  /**
   * Switches to another microphone while the recording goes on. If this function is called again before the switch is
   * complete, the microphone of the last call is used. Throws a CaptureError.
   */
  useMicrophone(microphoneId: string | null): Promise<void>
  /**
   * Adds the sound of a tab to a recording that began without one. The number of channels stays, so the speakers are not
   * told apart by their channels.
   */
  addTab(tab: MediaStream): void
  stop(): Promise<void>
}

/**
 * Longest time, in milliseconds, that `stop` waits for the last batch. Without this limit, `stop` would never end if
 * the audio thread has stopped and therefore delivers no batch.
 */
const finishWaitMs = 1000

/**
 * Captures the microphone, and optionally a tab, as 16 kHz PCM. Throws a CaptureError with a message for the user, or
 * the signal's reason. In both cases everything that was opened is closed.
 */
export async function startCapture(options: CaptureOptions): Promise<Capture> {
  const { tab, signal, media = globalThis.navigator?.mediaDevices } = options
  const Context = options.AudioContext ?? globalThis.AudioContext
  const channels = options.channels ?? (tab !== null && options.mode === 'channels' ? 2 : 1)
  const releases: (() => unknown)[] = [() => stopTracks(tab)]
  const release = async () => {
    await Promise.all(releases.splice(0).map((one) => one()))
  }

  const tellMicrophone = (microphone: OpenedMicrophone, isGone = false) => {
    const { stream, how } = microphone
    const id = stream.getAudioTracks()[0]?.getSettings().deviceId ?? null
    options.onMicrophone?.({ id, label: labelOf(stream) || 'Microphone', fallback: isGone || how === 'another' })
    const message = openingProblem(microphone, isGone)
    if (message !== null) options.onProblem({ stage: 'microphone', message })
  }
  // The browser fires `ended` if the source disappears, for example because the microphone is unplugged. A call of
  // `track.stop()` does not fire `ended`.
  const onEnded = (stream: MediaStream, listener: () => unknown) => {
    for (const track of stream.getAudioTracks()) track.addEventListener('ended', listener)
  }

  try {
    signal?.throwIfAborted()
    if (!Context) throw new CaptureError('unsupported')
    const context = new Context({ sampleRate: wireFormat.sampleRate })
    releases.push(() => context.close())
    await within(context.audioWorklet.addModule(options.workletUrl))

    const first = await openMicrophone(options.microphoneId, media)
    let microphone = first.stream
    releases.push(() => stopTracks(microphone))
    signal?.throwIfAborted()
    let tabHeard = tab !== null
    const watchTab = (tab: MediaStream) => {
      onEnded(tab, () => {
        tabHeard = false
        options.onProblem({
          stage: 'tab',
          message: 'The tab’s sound has ended. The recording continues with the microphone.',
        })
      })
      releases.push(playBack(tab, Context))
    }
    if (tab !== null) watchTab(tab)

    const ending = Promise.withResolvers<void>()
    let isDelivering = true
    const onMessage = (message: PcmMessage) => {
      if (message.type === 'finished') return ending.resolve()
      if (!isDelivering) return
      options.onBatch({ pcm: message.pcm, atFrame: message.atFrame })
      options.onLevel({ microphone: message.levels.microphone, tab: tabHeard ? message.levels.tab : null })
    }
    const graph = buildGraph(context, { microphone, tab, gain: options.gain, channels }, onMessage)
    wake(context)

    let isPaused = false
    const setPaused = (shouldPause: boolean) => {
      isPaused = shouldPause
      for (const track of microphone.getAudioTracks()) track.enabled = !shouldPause
      graph.command(shouldPause ? 'pause' : 'resume')
    }
    let requests = 0
    let changing: Promise<void> = Promise.resolve()
    const use = (microphoneId: string | null, isGone = false) => {
      const opening = openDevice(microphoneId, isGone)
      changing = opening.catch(() => undefined)
      return opening
    }
    const openDevice = async (microphoneId: string | null, isGone = false) => {
      const mine = ++requests
      const opened = await openMicrophone(microphoneId, media)
      const stream = opened.stream
      // While this microphone was being opened, capture was stopped or another microphone was requested. Nobody needs
      // this microphone any more, so release it.
      if (releases.length === 0 || mine !== requests) return stopTracks(stream)
      const previous = microphone
      microphone = stream
      for (const track of stream.getAudioTracks()) track.enabled = !isPaused
      graph.setMicrophone(stream)
      stopTracks(previous)
      watchMicrophone(stream)
      tellMicrophone(opened, isGone)
    }
    const watchMicrophone = (stream: MediaStream) =>
      onEnded(stream, async () => {
        // The user may already be switching to another microphone. Wait until this switch has ended, so that the
        // fallback does not replace the user's choice.
        await changing
        if (stream !== microphone || releases.length === 0) return
        const message =
          'The microphone was disconnected, and there is no other microphone. Plug in a microphone, then choose it in Chartside.'
        await use(null, true).catch(() => options.onProblem({ stage: 'microphone', message }))
      })
    watchMicrophone(microphone)
    tellMicrophone(first)
    const abort = () => {
      isDelivering = false
      ending.resolve()
      void release()
    }
    signal?.addEventListener('abort', abort, { once: true })

    return {
      channels,
      pause: () => setPaused(true),
      resume: () => setPaused(false),
      setGain: graph.setGain,
      useMicrophone: (microphoneId) => use(microphoneId),
      addTab(added) {
        // Nobody needs the sound any more, or a tab is recorded already.
        if (releases.length === 0 || tabHeard) return stopTracks(added)
        releases.push(() => stopTracks(added))
        watchTab(added)
        graph.addTab(added)
        tabHeard = true
      },
      async stop() {
        signal?.removeEventListener('abort', abort)
        graph.command('finish')
        const timer = setTimeout(ending.resolve, finishWaitMs)
        await ending.promise
        clearTimeout(timer)
        isDelivering = false
        await release()
      },
    }
  } catch (error) {
    await release()
    if (signal?.aborted || error instanceof CaptureError) throw error
    throw new CaptureError('failed', { cause: error })
  }
}
