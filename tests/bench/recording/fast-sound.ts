import type { Page } from 'puppeteer'

const batchFrames = 2048
const batchMs = 128

interface FastSound {
  /** Delivers batches until the timeline of the take reaches `untilMs`. */
  feed(untilMs: number): Promise<void>
}

/**
 * Runs in the offscreen page. Makes the real audio worklet silent and delivers batches in its place:
 * `batchesPerSecond`, or fewer if the server does not commit them fast enough.
 */
function install({ frames, ms, batchesPerSecond }: { frames: number; ms: number; batchesPerSecond: number }) {
  let give: ((message: unknown) => void) | null = null
  let channels = 1
  let batch = 0
  /** Position that the server has committed. Null if there is no server. */
  let committedMs: number | null = null

  const Node = AudioWorkletNode
  globalThis.AudioWorkletNode = class extends Node {
    constructor(...args: ConstructorParameters<typeof Node>) {
      super(...args)
      channels = args[2]?.processorOptions.channels as number
      this.port.postMessage('pause')
      Object.defineProperty(this, 'port', {
        value: {
          set onmessage(listener: (event: { data: unknown }) => void) {
            give = (data) => listener({ data })
          },
          postMessage: (command: string) => command === 'finish' && give?.({ type: 'finished' }),
        },
      })
    }
  }
  const listen = WebSocket.prototype.addEventListener
  WebSocket.prototype.addEventListener = function (this: WebSocket, ...args: Parameters<typeof listen>) {
    if (args[0] === 'message') {
      listen.call(this, 'message', (event) => {
        const { type, duration } = JSON.parse((event as MessageEvent<string>).data)
        if (type === 'duration') committedMs = duration * 1000
      })
      listen.call(this, 'close', () => {
        committedMs = null
      })
    }
    return listen.apply(this, args)
  } as typeof listen

  const rest = () => new Promise((resolve) => setTimeout(resolve, 20))
  // If there is a server, stay below the client's limit of 500 chunks that are sent and not committed (product 14.2).
  const mayGive = () => committedMs === null || batch * ms - committedMs < 400 * ms
  const sound: FastSound = {
    async feed(untilMs) {
      const startedMs = performance.now()
      const first = batch
      while (batch * ms < untilMs) {
        const due = first + ((performance.now() - startedMs) / 1000) * batchesPerSecond
        while (batch < due && batch * ms < untilMs && mayGive()) {
          const pcm = new Int16Array(frames * channels)
          // As loud as speech, so that the silence gate keeps all of it.
          for (let i = 0; i < pcm.length; i++) pcm[i] = i % 40 < 20 ? 4000 : -4000
          give?.({ type: 'batch', pcm, atFrame: batch * frames, levels: { microphone: 0.1, tab: 0.1 } })
          batch++
        }
        await rest()
      }
    },
  }
  Reflect.set(globalThis, 'fastSound', sound)
}

/** Replaces the audio worklet in an offscreen page that is not recording yet. */
export async function installFastSound(offscreen: Page, batchesPerSecond: number): Promise<void> {
  await offscreen.evaluate(install, { frames: batchFrames, ms: batchMs, batchesPerSecond })
}

/** Plays the take from one minute to another. */
export async function play(offscreen: Page, fromMinute: number, toMinute: number): Promise<void> {
  // One call per minute. On a slow machine, a single call for everything would exceed the time limit of calls.
  for (let minute = fromMinute + 1; minute <= toMinute; minute++) {
    await offscreen.evaluate(
      (untilMs) => (Reflect.get(globalThis, 'fastSound') as FastSound).feed(untilMs),
      minute * 60_000,
    )
  }
}
