import type { PolicyReading } from './read.ts'
import type { PolicyState } from './state.ts'

/**
 * The lists of hosts of pages that the user's organisations (directories) allow, as they are stored on this device.
 * Without a list, all hosts are allowed.
 */
export interface DirectoryHosts {
  read(): Promise<readonly (readonly string[])[]>
  /** Calls `listener` at every change. Returns a function that ends the calls. */
  watch(listener: () => void): () => void
}

/**
 * Adds the hosts that the user's organisations (directories) allow to the policy that the administrator of the browser
 * has set. Chartside reads and fills a page only if every list and the policy allow its host (product 12.93).
 */
export function withDirectory(state: PolicyState, hosts: DirectoryHosts): PolicyState {
  const add = async (reading: PolicyReading): Promise<PolicyReading> => {
    const allowed = await hosts.read()
    return allowed.length === 0 ? reading : { ...reading, directoryHosts: allowed }
  }
  return {
    read: async () => add(await state.read()),
    settled: async () => add(await state.settled()),
    watch(listener) {
      let newest: PolicyReading | null = null
      let ended = false
      let last: Promise<void> = Promise.resolve()
      const look = async () => {
        if (newest === null) return
        const reading = await add(newest)
        if (!ended) listener(reading)
      }
      // Read the hosts one after another. Two parallel reads could report the older hosts last.
      const tell = () => {
        last = last.then(look, look)
      }
      const ends = [
        state.watch((reading) => {
          newest = reading
          tell()
        }),
        hosts.watch(tell),
      ]
      return () => {
        ended = true
        for (const end of ends) end()
      }
    },
  }
}
