import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { socketPath } from '../../lib/contracts/index.ts'
import { systemClock } from '../../server/clock.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { setDisabled, setPassword } from '../../server/services/accounts.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { ask, newPerson, password, refusal, smallLayout } from '../server/ask.ts'
import { freshDatabase } from '../server/fresh-database.ts'
import { gated } from '../server/scripted-writer.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'

/** The administrator works on the first server. The streams and sockets that must end are open on the second one. */
let database: Awaited<ReturnType<typeof freshDatabase>>
let here: TestServer
let elsewhere: TestServer
const gate = gated()

beforeAll(async () => {
  database = await freshDatabase()
  const shared = { url: database.url, key: randomBytes(32) }
  const script = [{ speaker: 0 as const, text: 'How did you sleep?', fromMs: 500, toMs: 1500 }]
  const deps = { generate: gate.generate, speech: { engine: createScriptedEngine(script), message: null } }
  here = await startTestServer({ shared, deps })
  elsewhere = await startTestServer({ shared, deps })
})
afterAll(async () => {
  gate.open()
  await here.close()
  await elsewhere.close()
  await database.drop()
})

const idOf = async (token: string): Promise<string> => (await ask(here.url, 'GET /api/user/account', { token })).body.id

/** Opens, on the second server, the event stream of a note that is being written. */
async function openStream(token: string): Promise<Response> {
  const call = (name: string, body: object) => ask(here.url, name, { token, body })
  const layout = await call('POST /api/user/layouts', smallLayout)
  const transcript = await call('POST /api/user/transcripts/submit/text', { text: 'Speaker 1: I slept well.' })
  const request = { layoutId: layout.body._id, transcriptId: transcript.body.id, patientId: 'P-1' }
  const report = await call('POST /api/user/reports', request)
  await gate.started
  return fetch(`${elsewhere.url}/api/user/reports/${report.body._id}/events`, {
    headers: { authorization: `Bearer ${token}` },
  })
}

const ticketOf = async (token: string): Promise<string> =>
  (await ask(here.url, 'POST /api/user/transcription/ticket', { token })).body.ticket
const socketTo = (server: TestServer, ticket: string) =>
  connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`, { ticket })

describe('A person who is locked out', () => {
  test.each([
    [
      'by signing out everywhere',
      async (token: string) => void (await ask(here.url, 'POST /api/user/logout/all', { token })),
    ],
    [
      'by being disabled',
      async (_: string, id: string) => setDisabled({ database: here.store.database, clock: systemClock }, id, true),
    ],
    [
      'by a new password',
      async (_: string, id: string) =>
        setPassword({ database: here.store.database, clock: systemClock }, id, 'another long password'),
    ],
  ])('%s loses streams, sockets and tickets on every server at once', async (_, lockOut) => {
    const { accessToken, refreshToken } = await newPerson(here.url)
    const stream = await openStream(accessToken)
    expect(stream.status).toBe(200)
    const socket = socketTo(elsewhere, await ticketOf(accessToken))
    await socket.send(startMessage())
    await socket.until(() => socket.types.includes('ready'))
    const unused = await ticketOf(accessToken)

    await lockOut(accessToken, await idOf(accessToken))

    // The next two lines wait until the server closes the stream and the socket. If one of them stays open, the time
    // limit of the test makes the test fail.
    await text(stream.body as unknown as AsyncIterable<Uint8Array>)
    await socket.closed()
    expect(refusal(await ask(elsewhere.url, 'GET /api/user/account', { token: accessToken }))).toEqual([
      401,
      'session_ended',
    ])
    const renewed = await ask(elsewhere.url, 'POST /api/user/login/token', { body: { refreshToken } })
    expect(refusal(renewed)).toEqual([401, 'session_ended'])
    const late = socketTo(elsewhere, unused)
    await late.send(startMessage())
    await late.closed()
    expect(late.types).not.toContain('ready')
  })

  test('a disabled person gets the same answer as for a wrong password, and can sign in again once enabled', async () => {
    const { email, accessToken } = await newPerson(here.url)
    const context = { database: here.store.database, clock: systemClock }
    const id = await idOf(accessToken)
    const signIn = (word: string) => ask(here.url, 'POST /api/user/login/email', { body: { email, password: word } })
    await setDisabled(context, id, true)
    const [right, wrong] = [await signIn(password), await signIn('wrong password')]
    expect({ status: right.status, body: right.body }).toEqual({ status: wrong.status, body: wrong.body })
    await setDisabled(context, id, false)
    expect((await signIn(password)).status).toBe(200)
  })
})
