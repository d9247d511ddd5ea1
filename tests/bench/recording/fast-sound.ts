import type { Page } from 'puppeteer'

const batchFrames = 2048
const batchMs = 128

interface FastSound {
  /** Gives batches until the take's timeline stands at `untilMs`. */
  feed(untilMs: number): Promise<void>
}

/** Runs in the offscreen page: its audio thread is mute, and batches come as fast as the server, or else `batchesPerSecond`, allows. */
function install({ frames, ms, batchesPerSecond }: { frames: number; ms: number; batchesPerSecond: number }) {
  let give: ((message: unknown) => void) | null = null
  let channels = 1
  let batch = 0
  /** null: no server listens. */
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
  // Not more at once than may be on the wire.
  const mayGive = () => committedMs === null || batch * ms - committedMs < 400 * ms
  const sound: FastSound = {
    async feed(untilMs) {
      const startedMs = performance.now()
      const first = batch
      while (batch * ms < untilMs) {
        const due = first + ((performance.now() - startedMs) / 1000) * batchesPerSecond
        while (batch < due && batch * ms < untilMs && mayGive()) {
          const pcm = new Int16Array(frames * channels)
          // Speech-like loudness: nothing of it is gated.
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

/** Takes the audio thread's place in an offscreen page that does not record yet. */
export async function installFastSound(offscreen: Page, batchesPerSecond: number): Promise<void> {
  await offscreen.evaluate(install, { frames: batchFrames, ms: batchMs, batchesPerSecond })
}

/** Lets the take come from one minute to another. */
export async function play(offscreen: Page, fromMinute: number, toMinute: number): Promise<void> {
  // By the minute: no single call may take as long as a slow machine needs for all.
  for (let minute = fromMinute + 1; minute <= toMinute; minute++) {
    await offscreen.evaluate(
      (untilMs) => (Reflect.get(globalThis, 'fastSound') as FastSound).feed(untilMs),
      minute * 60_000,
    )
  }
}
