export interface LatePlace {
  /** Resolves as soon as its channels are free. Call it before each piece of sound: live recordings come first. */
  turn(): Promise<void>
  leave(): void
}

export interface Places {
  /** Takes channels for a live recording. Returns the function that gives them back. Throws if they are not free. */
  takeLive(channels: number): () => void
  /** Queues for channels that live recordings do not need, behind those that queue already. */
  queue(channels: number, signal?: AbortSignal): LatePlace
}

export function createPlaces(most: number): Places {
  let live = 0
  const late: { channels: number; wake: () => void }[] = []
  const changed = () => {
    for (const { wake } of late) wake()
  }

  return {
    takeLive(channels) {
      if (live + channels > most)
        throw new Error(
          `This server recognizes speech on ${most} ${most === 1 ? 'channel' : 'channels'} at the same time, and live recordings use them. The setting SPEECH_LOCAL_CHANNELS changes this limit.`,
        )
      live += channels
      return () => {
        live -= channels
        changed()
      }
    },
    queue(channels, signal) {
      const own = { channels, wake: () => {} }
      late.push(own)
      const isFree = () => {
        const before = late.slice(0, late.indexOf(own)).reduce((sum, one) => sum + one.channels, 0)
        return live + before + channels <= most
      }
      const leave = () => {
        const at = late.indexOf(own)
        if (at < 0) return
        late.splice(at, 1)
        own.wake()
        changed()
      }
      signal?.addEventListener('abort', leave, { once: true })
      return {
        async turn() {
          signal?.throwIfAborted()
          while (late.includes(own) && !isFree()) {
            await new Promise<void>((resolve) => {
              own.wake = resolve
            })
          }
          signal?.throwIfAborted()
        },
        leave() {
          signal?.removeEventListener('abort', leave)
          leave()
        },
      }
    },
  }
}
