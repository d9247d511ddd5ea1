import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directorySettings, socketPath } from '../../lib/contracts/index.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { ask, refusal } from './ask.ts'
import { as, join, newDirectory, type TestPerson } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const script = [{ speaker: 0 as const, text: 'How did you sleep?', fromMs: 100, toMs: 800 }]
const missing =
  'Your organisation allows recording only after the patient has agreed. Confirm that the patient has agreed, then send the recording.'
const consent = { at: '2026-03-02T09:00:00.000Z', textVersion: 2 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ deps: { speech: { engine: createScriptedEngine(script), message: null } } })
})
afterAll(() => server.close())

/** Creates a directory. If `required` is true, its members may record only with a confirmed consent. */
async function directory(required: boolean) {
  const made = await newDirectory(server.url)
  const settings = { ...directorySettings.parse({}), consent: { required, text: 'The patient knows.', version: 2 } }
  const { status } = await as(server.url, made.owner)(
    `PUT /api/user/directories/settings/${made.directoryId}`,
    settings,
  )
  expect(status).toBe(200)
  return made
}

/**
 * Records one second. Returns the id of the recording, the code with which the socket was closed, and all messages of
 * the server.
 */
async function record(by: Pick<TestPerson, 'accessToken'>, body: unknown, over: Record<string, unknown> = {}) {
  const { status, body: made } = await as(server.url, by)('POST /api/user/transcription/ticket', body)
  expect(status).toBe(201)
  const start = startMessage({ channels: 1, diarize: false, ...over })
  const socket = connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`, { ticket: made.ticket })
  await socket.send(start)
  await socket.sound(1000, 1)
  await socket.send({ type: 'finish' })
  const code = await socket.closed()
  return { id: String(start.transactionId), code, received: socket.received }
}
const refused = { type: 'error', error: missing, final: true }

test('where the organisation requires a consent, nobody records without one', async () => {
  const { owner } = await directory(true)
  const without = await record(owner, undefined)
  expect(without.received).toEqual([refused])
  expect((await record(owner, { consent: null })).received).toEqual([refused])
  // Nothing of the refused recording was stored.
  expect((await as(server.url, owner)(`GET /api/user/transcripts/${without.id}`)).status).toBe(404)
  const given = await record(owner, { consent })
  expect(given.code).toBe(1000)
  expect((await as(server.url, owner)(`GET /api/user/transcripts/${given.id}`)).body.status).toBe('ready')
  // The client can send a refused recording again, with the same id, once the user has confirmed the consent.
  expect((await record(owner, { consent }, { transactionId: without.id })).code).toBe(1000)
})

test('an access token in place of a ticket is no way around it, and neither is a file', async () => {
  const { owner } = await directory(true)
  const socket = connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`)
  await socket.send(startMessage({ authorization: owner.accessToken }))
  await socket.closed()
  expect(socket.received).toEqual([refused])
  const send = async (id: string, query: string) => {
    const form = new FormData()
    form.append('audio', new Blob([new Int16Array(16_000)]))
    const answer = await fetch(
      `${server.url}/api/user/recordings/${id}/audio?fromFrame=0&channels=1&finish=true${query}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.accessToken}`, key: '' },
        body: form,
      },
    )
    return { status: answer.status, body: await answer.json() }
  }
  expect(await send(randomUUID(), '')).toMatchObject({ status: 400, body: { message: missing } })
  const id = randomUUID()
  expect((await send(id, `&consentAt=${consent.at}&consentVersion=2`)).status).toBe(200)
  expect((await send(id, '')).status).toBe(200)
})

test('a dictation needs none, and an organisation that does not ask gets recordings without one', async () => {
  const { owner } = await directory(true)
  expect((await record(owner, undefined, { skipSave: true })).code).toBe(1000)
  const { owner: free } = await directory(false)
  expect((await record(free, undefined)).code).toBe(1000)
})

test('whoever may read the log lists the recordings with their consents; nobody else does', async () => {
  const made = await directory(false)
  const { directoryId, owner } = made
  const member = await join(server.url, made)
  const auditor = await join(server.url, made, ['audit.read'])
  const given = await record(member, { consent })
  const without = await record(owner, undefined)
  await as(server.url, owner)('POST /api/user/transcripts/submit/text', { text: 'Typed words.' })
  const list = (by: TestPerson) => as(server.url, by)(`GET /api/user/directories/consents/${directoryId}`)
  const { body } = await list(auditor)
  expect(body).toMatchObject({
    total: 2,
    items: [
      { transcriptId: without.id, consent: null },
      { transcriptId: given.id, consent: { ...consent, by: member.email } },
    ],
  })
  expect(Object.keys(body.items[0]).sort()).toEqual(['consent', 'recordedAt', 'transcriptId'])
  expect(refusal(await list(member))).toEqual([403, 'forbidden'])
  const { owner: stranger } = await directory(false)
  expect(refusal(await list(stranger))).toEqual([404, 'not_found'])
})

test('a recording that continues keeps the consent with which it began', async () => {
  const { directoryId, owner } = await directory(true)
  const first = await record(owner, { consent })
  await record(owner, { consent: { ...consent, textVersion: 3 } }, { transactionId: first.id })
  const { body } = await ask(server.url, `GET /api/user/directories/consents/${directoryId}`, {
    token: owner.accessToken,
  })
  expect(body.items).toMatchObject([{ transcriptId: first.id, consent: { textVersion: 2 } }])
})
