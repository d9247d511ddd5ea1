import type { Client } from './client.ts'

const never = <T>(): Promise<T> => new Promise(() => {})

/**
 * Returns a client whose calls end with `life`, for example when the signed-in person leaves. Running requests are then
 * aborted, and no new request is sent. The promises of all these calls stay pending: the code after such a call belongs
 * to the person who has left, so it must neither use the answer nor show an error to the next person.
 */
export function clientWithin(client: Client, life: AbortSignal): Client {
  const signalOf = (signal: AbortSignal | undefined) => (signal ? AbortSignal.any([life, signal]) : life)
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    if (life.aborted) return never()
    try {
      const answer = await work()
      return life.aborted ? never() : answer
    } catch (error) {
      if (life.aborted) return never()
      throw error
    }
  }
  return {
    call: (endpoint, input, options = {}) =>
      within(() => client.call(endpoint, input, { ...options, signal: signalOf(options.signal) })),
    download: (endpoint, input, options = {}) =>
      within(() => client.download(endpoint, input, { signal: signalOf(options.signal) })),
    async *events(endpoint, input, options = {}) {
      const events = client.events(endpoint, input, { signal: signalOf(options.signal) })
      try {
        for (;;) {
          const next = await within(() => events.next())
          if (next.done) return
          yield next.value
        }
      } finally {
        // Close the connection also if the caller leaves the loop early.
        await events.return(undefined)
      }
    },
  }
}
