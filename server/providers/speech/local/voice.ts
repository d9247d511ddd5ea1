import { Worker } from 'node:worker_threads'
import type { EngineEvent } from '../engine.ts'
import type { DecoderChoice, FromWorker, ToWorker, WorkerSetting } from './messages.ts'

interface VoiceListener {
  event(event: EngineEvent): void
  taken(frames: number): void
  finished(): void
  failed(error: Error): void
}

export interface Voice {
  readonly alive: boolean
  begin(channel: 0 | 1, knownFrame: number, listener: VoiceListener): void
  /** Transfers the samples to the thread. The caller must not use them afterwards. */
  audio(samples: Int16Array<ArrayBuffer>, atFrame: number): void
  finish(endFrame: number): void
  abandon(): void
  close(): Promise<void>
}

export async function startVoice(decoder: DecoderChoice): Promise<Voice> {
  const workerData: WorkerSetting = { decoder }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
  let alive = true
  let take = 0
  let listener: VoiceListener | null = null

  const reportFailure = (error: Error) => {
    alive = false
    listener?.failed(error)
    listener = null
  }
  const loading = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'loaded') resolve()
      else if (message.take !== take) return
      else if (message.type === 'event') listener?.event(message.event)
      else if (message.type === 'taken') listener?.taken(message.frames)
      else listener?.finished()
    })
    worker.on('error', (error) => {
      reportFailure(error)
      reject(error)
    })
    worker.on('exit', () => reportFailure(new Error('The speech engine stopped.')))
  })
  await loading
  // After `unref`, the process can exit while this thread is idle. `begin` calls `ref`, so that the process does not
  // exit during a take.
  worker.unref()
  const post = (message: ToWorker, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer)

  return {
    get alive() {
      return alive
    },
    begin(channel, knownFrame, toTell) {
      take++
      listener = toTell
      worker.ref()
      post({ type: 'begin', take, channel, knownFrame })
    },
    audio(samples, atFrame) {
      post({ type: 'audio', take, samples, atFrame }, [samples.buffer])
    },
    finish(endFrame) {
      post({ type: 'finish', take, endFrame })
    },
    abandon() {
      listener = null
      worker.unref()
      post({ type: 'abandon', take })
    },
    async close() {
      listener = null
      await worker.terminate()
    },
  }
}
