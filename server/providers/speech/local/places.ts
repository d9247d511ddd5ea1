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
  const wakeAll = () => {
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
        wakeAll()
      }
    },
    queue(channels, signal) {
      const claim = { channels, wake: () => {} }
      late.push(claim)
      const isFree = () => {
        const channelsAhead = late.slice(0, late.indexOf(claim)).reduce((sum, one) => sum + one.channels, 0)
        return live + channelsAhead + channels <= most
      }
      const leave = () => {
        const at = late.indexOf(claim)
        if (at < 0) return
        late.splice(at, 1)
        claim.wake()
        wakeAll()
      }
      signal?.addEventListener('abort', leave, { once: true })
      return {
        async turn() {
          signal?.throwIfAborted()
          while (late.includes(claim) && !isFree()) {
            await new Promise<void>((resolve) => {
              claim.wake = resolve
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
