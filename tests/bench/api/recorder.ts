import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import pg from 'pg'

/** A mark for an id that a call creates anew each time. Equal numbers mean the same id within one call. */
interface NewId {
  newId: number
}

/** The statements of one call, in their order, with their values. */
export type Recorded = { text: string; values: (NewId | string | number | boolean | Date | Buffer | null)[] }[]

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

/**
 * Records the statements that the calls of a server in this process send to the database, also those that begin and end
 * transactions. Work in the background is not recorded. `stop` ends the recording for the whole process.
 */
export function recordStatements(server: Server) {
  const calls = new AsyncLocalStorage<Recorded>()
  let latest: Recorded = []
  server.prependListener('request', () => {
    latest = []
    calls.enterWith(latest)
  })
  const { query } = pg.Client.prototype
  const recording = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given
    const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
    const values = Array.isArray(second) ? second : (first as { values?: Recorded[number]['values'] } | null)?.values
    if (text !== undefined) calls.getStore()?.push({ text, values: [...(values ?? [])] })
    return Reflect.apply(query, this, given)
  }
  pg.Client.prototype.query = recording as typeof query
  return {
    /**
     * Returns the statements of a call. Makes the call twice. An id that differs between the two calls was created by
     * the call, and is replaced by a mark (`NewId`).
     */
    async statementsOf(call: () => Promise<unknown>): Promise<Recorded> {
      await call()
      const before = latest
      await call()
      const made = new Map<unknown, number>()
      return latest.map(({ text, values }, at) => ({
        text,
        values: values.map((value, index) => {
          if (!isId(value) || before[at]?.values[index] === value) return value
          if (!made.has(value)) made.set(value, made.size)
          return { newId: made.get(value) ?? 0 }
        }),
      }))
    },
    stop() {
      pg.Client.prototype.query = query
    },
  }
}
