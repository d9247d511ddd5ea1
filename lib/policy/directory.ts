import type { PolicyReading } from './read.ts'
import type { PolicyState } from './state.ts'

export interface StoredDirectory {
  read(): Promise<{ directoryId?: string | undefined; allowedHosts: readonly (readonly string[])[] } | null>
  watch(listener: () => void): () => void
}

/**
 * Adds the user's directory, and the hosts that the user's organisations allow, to the policy that the administrator of
 * the browser has set. Chartside reads and fills a page only if every list and the policy allow its host (product 12.93),
 * and works only in the directory of the policy (product 13.23).
 */
export function withDirectory(state: PolicyState, directory: StoredDirectory): PolicyState {
  const add = async (reading: PolicyReading): Promise<PolicyReading> => {
    const { directoryId, allowedHosts = [] } = (await directory.read()) ?? {}
    return {
      ...reading,
      ...(directoryId === undefined ? {} : { currentDirectoryId: directoryId }),
      ...(allowedHosts.length === 0 ? {} : { directoryHosts: allowedHosts }),
    }
  }
  return {
    read: async () => add(await state.read()),
    settled: async () => add(await state.settled()),
    watch(listener) {
      let newest: PolicyReading | null = null
      let isEnded = false
      let queue: Promise<void> = Promise.resolve()
      const look = async () => {
        if (newest === null) return
        const reading = await add(newest)
        if (!isEnded) listener(reading)
      }
      // Read the directory one after another. Two parallel reads could report the older one last.
      const tell = () => {
        queue = queue.then(look, look)
      }
      const ends = [
        state.watch((reading) => {
          newest = reading
          tell()
        }),
        directory.watch(tell),
      ]
      return () => {
        isEnded = true
        for (const end of ends) end()
      }
    },
  }
}
