import { wireFormat } from '../contracts/audio.ts'
import { CaptureError } from './capture-error.ts'
import { buildGraph } from './graph.ts'
import { labelOf, type MicrophoneSource, type OpenedMicrophone, openingProblem, openMicrophone } from './microphone.ts'
import type { PcmMessage } from './pcm-processor.ts'
import { playBack, stopTracks, wake } from './streams.ts'
import { within } from './within.ts'

export interface CaptureOptions {
  /** null: the browser's default microphone. */
  microphoneId: string | null
  /** Of the microphone, 0 to 2. */
  gain: number
  /** The tab's own sound; capture stops its tracks when it ends. */
  tab: MediaStream | null
  /** `channels`: microphone left, tab right. Without a tab there is one channel in either mode. */
  mode: 'merged' | 'channels'
  /** As many channels whatever the sources; the take that goes on has so many. */
  channels?: 1 | 2 | null
  /** Address of the script that registers the processor of `pcm-processor.ts`. */
  workletUrl: string
  /** `atFrame` counts from the start of capture, at 16 kHz; pauses show as jumps. */
  onBatch(batch: { pcm: Int16Array<ArrayBuffer>; atFrame: number }): void
  /** Root mean square of the batch just told, 0 to 1; the tab's is null when it is not recorded. */
  onLevel(levels: { microphone: number; tab: number | null }): void
  /** What is heard through now, at the start and after every change; `fallback`: another one was asked for. */
  onMicrophone?(microphone: { id: string | null; label: string; fallback: boolean }): void
  /** Something went wrong and capture goes on. */
  onProblem(problem: { stage: 'microphone' | 'tab'; message: string }): void
  /** Ends capture at once; what was not yet told is dropped. */
  signal?: AbortSignal
  media?: MicrophoneSource
  AudioContext?: typeof AudioContext
}

export interface Capture {
  readonly channels: 1 | 2
  /** Nothing of the room is heard while paused; the tab stays audible to the listener. */
  pause(): void
  resume(): void
  /** 0 to 2. */
  setGain(gain: number): void
  /** Puts another microphone in the place of the present one without ending the take; of several calls the last wins. Throws a CaptureError. */
  useMicrophone(microphoneId: string | null): Promise<void>
  /** Tells what is left, then releases every context and stream. */
  stop(): Promise<void>
}

/** An audio thread that no longer renders never answers; stopping must end all the same. */
const finishWaitMs = 1000

/**
 * Captures the microphone, and a tab beside it, as 16 kHz PCM.
 * Throws a CaptureError with a sentence that can be shown, or the signal's reason; what was opened is closed by then.
 */
export async function startCapture(options: CaptureOptions): Promise<Capture> {
  const { tab, signal, media = globalThis.navigator?.mediaDevices } = options
  const Context = options.AudioContext ?? globalThis.AudioContext
  const channels = options.channels ?? (tab !== null && options.mode === 'channels' ? 2 : 1)
  const releases: (() => unknown)[] = [() => stopTracks(tab)]
  const release = async () => {
    await Promise.all(releases.splice(0).map((one) => one()))
  }

  const tellMicrophone = (opened: OpenedMicrophone, gone = false) => {
    const { stream, how } = opened
    const id = stream.getAudioTracks()[0]?.getSettings().deviceId ?? null
    options.onMicrophone?.({ id, label: labelOf(stream) || 'Microphone', fallback: gone || how === 'another' })
    const message = openingProblem(opened, gone)
    if (message !== null) options.onProblem({ stage: 'microphone', message })
  }
  // `ended` comes only when the source goes away, not when this page stops the track.
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
    if (tab !== null) {
      onEnded(tab, () => {
        tabHeard = false
        options.onProblem({
          stage: 'tab',
          message: 'The tab’s sound has ended. The recording goes on with the microphone.',
        })
      })
      releases.push(playBack(tab, Context))
    }

    const finished = Promise.withResolvers<void>()
    let told = true
    const onMessage = (message: PcmMessage) => {
      if (message.type === 'finished') return finished.resolve()
      if (!told) return
      options.onBatch({ pcm: message.pcm, atFrame: message.atFrame })
      options.onLevel({ microphone: message.levels.microphone, tab: tabHeard ? message.levels.tab : null })
    }
    const graph = buildGraph(context, { microphone, tab, gain: options.gain, channels }, onMessage)
    wake(context)

    let paused = false
    const setPaused = (next: boolean) => {
      paused = next
      for (const track of microphone.getAudioTracks()) track.enabled = !next
      graph.command(next ? 'pause' : 'resume')
    }
    let asked = 0
    let changing: Promise<void> = Promise.resolve()
    const use = (microphoneId: string | null, gone = false) => {
      const used = open(microphoneId, gone)
      changing = used.catch(() => undefined)
      return used
    }
    const open = async (microphoneId: string | null, gone = false) => {
      const mine = ++asked
      const opened = await openMicrophone(microphoneId, media)
      const next = opened.stream
      // Stopped, or another one asked for, while this one was being opened.
      if (releases.length === 0 || mine !== asked) return stopTracks(next)
      const previous = microphone
      microphone = next
      for (const track of next.getAudioTracks()) track.enabled = !paused
      graph.setMicrophone(next)
      stopTracks(previous)
      watchMicrophone(next)
      tellMicrophone(opened, gone)
    }
    const watchMicrophone = (stream: MediaStream) =>
      onEnded(stream, async () => {
        // One that is being put in its place already is what the user wants.
        await changing
        if (stream !== microphone || releases.length === 0) return
        const message = 'The microphone was disconnected, and there is no other. Plug one in and choose it.'
        await use(null, true).catch(() => options.onProblem({ stage: 'microphone', message }))
      })
    watchMicrophone(microphone)
    tellMicrophone(first)
    const abort = () => {
      told = false
      finished.resolve()
      void release()
    }
    signal?.addEventListener('abort', abort, { once: true })

    return {
      channels,
      pause: () => setPaused(true),
      resume: () => setPaused(false),
      setGain: graph.setGain,
      useMicrophone: (microphoneId) => use(microphoneId),
      async stop() {
        signal?.removeEventListener('abort', abort)
        graph.command('finish')
        const timer = setTimeout(finished.resolve, finishWaitMs)
        await finished.promise
        clearTimeout(timer)
        told = false
        await release()
      },
    }
  } catch (error) {
    await release()
    if (signal?.aborted || error instanceof CaptureError) throw error
    throw new CaptureError('failed', { cause: error })
  }
}
