import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { embeddedWriter } from '../../../server/generation/index.ts'
import { fixedKeys, openStore } from '../../../server/store/index.ts'
import { ask, newPerson, smallLayout } from '../../server/ask.ts'
import { newPartner } from '../../server/partner.ts'
import { stating } from '../../server/scripted-writer.ts'
import type { BenchDatabase } from '../recording-server/database.ts'
import type { BareWork } from './bare-server.ts'
import type { Load } from './load.ts'
import { type Recorded, recordStatements } from './recorder.ts'

/** Several people, so that not all connections wait for the lock of one row. */
const people = 10
/** Number of notes of each person: more than one page of a list. */
const reportsEach = 25

const words = Array.from({ length: 12 }, (_, at) => `Speaker ${at % 2}: I sleep ${at} hours a night, and walk.`).join(
  '\n',
)

/**
 * For each kind of call: how many calls per second our server must answer, as a share of the calls per second of the
 * bare server, which only runs the same database statements.
 */
const least = { read: 0.6, write: 0.4, key: 0.5 }

interface CallToMeasure {
  name: string
  /** Method and path of the call. `{id}` is replaced by the id of a report of the person. */
  call: string
  kind: keyof typeof least
  body?: object
}

const calls: readonly CallToMeasure[] = [
  { name: 'get account', call: 'GET /api/user/account', kind: 'read' },
  { name: 'list reports', call: 'GET /api/user/reports', kind: 'read' },
  { name: 'get report', call: 'GET /api/user/reports/{id}', kind: 'read' },
  { name: 'verify key', call: 'GET /api/key/verify', kind: 'key' },
  { name: 'create layout', call: 'POST /api/user/layouts', kind: 'write', body: smallLayout },
  { name: 'update account', call: 'POST /api/user/account', kind: 'write', body: { name: 'Dana Reyes' } },
  { name: 'submit text', call: 'POST /api/user/transcripts/submit/text', kind: 'write', body: { text: words } },
]

/** A call that is sent to the product's server and to the bare server, so that their speeds can be compared. */
export interface MeasuredCall {
  name: string
  /** How many calls per second our server must answer, as a share of those of a bare server. */
  least: number
  /** The request of each person. */
  requests: Load['requests']
  /** The statements of each person's call. */
  recorded: Recorded[]
  answer: BareWork['calls'][string]['answer']
}

/** Creates people with notes, and records each call of each person on a server in this process. */
export async function measuredCalls({ url, key }: BenchDatabase): Promise<MeasuredCall[]> {
  const log = pino({ level: 'silent' })
  const store = await openStore({ url, keys: fixedKeys(key), log })
  const config = readConfig({ DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'silent', PORT: '0' })
  const speech = { engine: null, message: 'No speech engine here.' }
  const app = await createApp({ config, store, log, speech, generate: stating, writers: () => embeddedWriter })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const writers: { token: string; reportId: string; key: string }[] = []
  for (let index = 0; index < people; index++) {
    const { live: key } = await newPartner({ url: origin, store, close: async () => {}, servers: 1 })
    writers.push({ ...(await personWithReports(origin)), key })
  }
  // The recording of statements begins after the notes are written, because their jobs also send statements.
  const recorder = recordStatements(app.server)
  try {
    const measured: MeasuredCall[] = []
    for (const { name, call, kind, body } of calls) {
      const one: MeasuredCall = { name, least: least[kind], requests: [], recorded: [], answer: null }
      for (const { token, reportId, key } of writers) {
        const credential: Record<string, string> = kind === 'key' ? { key } : { authorization: `Bearer ${token}` }
        const [method, path] = call.replace('{id}', reportId).split(' ') as ['GET' | 'POST', string]
        const make = async () => {
          one.answer = (await ask(origin, `${method} ${path}`, { headers: credential, body })).body
        }
        one.recorded.push(await recorder.statementsOf(make))
        const headers = { ...credential, 'content-type': 'application/json' }
        one.requests.push({ method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      }
      measured.push(one)
    }
    return measured
  } finally {
    recorder.stop()
    await app.close()
    await store.close()
  }
}

async function personWithReports(origin: string): Promise<{ token: string; reportId: string }> {
  const { accessToken: token } = await newPerson(origin)
  const layout = await ask(origin, 'POST /api/user/layouts', { token, body: smallLayout })
  const body = { layoutId: layout.body._id, transcript: words, patientId: 'P-1' }
  let reportId = ''
  for (let index = 0; index < reportsEach; index++) {
    const { status, body: report } = await ask(origin, 'POST /api/user/reports?wait=30', { token, body })
    if (status !== 201 || report.status !== 'ready') throw new Error(`A note was answered with ${status}.`)
    reportId = report._id
  }
  return { token, reportId }
}
