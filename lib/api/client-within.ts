import type { Client } from './client.ts'

const never = <T>(): Promise<T> => new Promise(() => {})

/**
 * Returns a promise that settles like `answer`. If `life` has aborted before `answer` settles, the returned promise
 * stays pending, so that no code uses the late answer or error.
 */
export async function during<T>(life: AbortSignal, answer: Promise<T>): Promise<T> {
  try {
    const value = await answer
    return life.aborted ? never() : value
  } catch (error) {
    if (life.aborted) return never()
    throw error
  }
}

/**
 * Returns a client whose calls end with `life`, for example when the signed-in person leaves. Running requests are then
 * aborted, and no new request is sent. The promises of all these calls stay pending: the code after such a call belongs
 * to the person who has left, so it must neither use the answer nor show an error to the next person.
 */
export function clientWithin(client: Client, life: AbortSignal): Client {
  const signalOf = (signal: AbortSignal | undefined) => (signal ? AbortSignal.any([life, signal]) : life)
  const within = <T>(begin: () => Promise<T>): Promise<T> => (life.aborted ? never() : during(life, begin()))
  return {
    call: (endpoint, input, options = {}) =>
      within(() => client.call(endpoint, input, { ...options, signal: signalOf(options.signal) })),
    download: (endpoint, input, options = {}) =>
      within(() => client.download(endpoint, input, { signal: signalOf(options.signal) })),
    async *events(endpoint, input, options = {}) {
      const events = client.events(endpoint, input, { signal: signalOf(options.signal) })
      try {
        for (;;) {
          const step = await within(() => events.next())
          if (step.done) return
          yield step.value
        }
      } finally {
        // Close the connection also if the caller leaves the loop early.
        await events.return(undefined)
      }
    },
  }
}
