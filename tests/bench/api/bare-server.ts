import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import type { Recorded } from './recorder.ts'

/**
 * The message that configures `serve`: the database, and for each call the statements that the product's server sent
 * for each person, with the answer of the product's server.
 */
export interface BareWork {
  url: string
  connections: number
  calls: Record<string, { people: Recorded[]; answer: unknown }>
}

type Statement = Recorded[number]

/**
 * The smallest server that runs the same database statements as the product's server, for comparison. For each call, it
 * runs the recorded statements and returns the recorded answer. Ids that the product created in the call are replaced
 * by new ids. The server checks neither permissions nor the content of requests.
 */
async function serve({ url, connections, calls }: BareWork): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const app = fastify()

  async function run(statements: Recorded): Promise<void> {
    const made = new Map<number, string>()
    const valuesOf = ({ values }: Statement) =>
      values.map((value) => {
        if (typeof value !== 'object' || value === null || !('newId' in value)) return value
        const id = made.get(value.newId) ?? randomUUID()
        made.set(value.newId, id)
        return id
      })
    let client: pg.PoolClient | null = null
    try {
      for (const statement of statements) {
        if (statement.text.startsWith('begin')) client = await pool.connect()
        await (client ?? pool).query(statement.text, valuesOf(statement))
        if (statement.text === 'commit') {
          client?.release()
          client = null
        }
      }
    } finally {
      client?.release(true)
    }
  }

  for (const [name, { people, answer }] of Object.entries(calls)) {
    app.route<{ Params: { person: string } }>({
      method: ['GET', 'POST'],
      url: `/${name}/:person`,
      handler: async ({ params }) => {
        await run(people[Number(params.person)] ?? [])
        return answer
      },
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

process.once('message', async (work: BareWork) => process.send?.(await serve(work)))
