import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { ask, newPerson, refusal, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let servers: Record<'web' | 'live' | 'jobs', TestServer>
beforeAll(async () => {
  database = await freshDatabase()
  const shared = { url: database.url, key: randomBytes(32) }
  const speech = { engine: createScriptedEngine([]), message: null }
  const start = (ROLE: string) => startTestServer({ shared, env: { ROLE }, deps: { speech } })
  servers = { web: await start('web'), live: await start('live'), jobs: await start('jobs') }
})
afterAll(async () => {
  for (const server of Object.values(servers ?? {})) await server.close()
  await database?.drop()
})

async function record(server: TestServer, ticket: string) {
  const client = connectRaw(`${server.url.replace('http', 'ws')}/api/transcription`, { ticket })
  client.socket.on('error', () => {})
  await client.opened
  await client.send(startMessage())
  await client.until(() => client.types.includes('ready'))
  client.socket.close()
}

test('each role does its part: calls on web, recordings on live, notes on jobs', async () => {
  const { web, live, jobs } = servers
  const { accessToken: token } = await newPerson(web.url)
  const ticket = async () =>
    (await ask(web.url, 'POST /api/user/transcription/ticket', { token, body: {} })).body.ticket as string
  await expect(record(web, await ticket())).rejects.toThrow('503')
  await expect(record(jobs, await ticket())).rejects.toThrow('503')
  await record(live, await ticket())

  const layout = await ask(web.url, 'POST /api/user/layouts', { token, body: smallLayout })
  const words = { text: 'Speaker 1: I slept well.' }
  const transcript = await ask(live.url, 'POST /api/user/transcripts/submit/text', { token, body: words })
  const body = { layoutId: layout.body._id, transcriptId: transcript.body.id, patientId: 'P-1' }
  const note = await ask(web.url, 'POST /api/user/reports?wait=30', { token, body })
  expect(note.body.status).toBe('ready')

  expect(refusal(await ask(jobs.url, 'GET /api/user/account', { token }))).toEqual([404, 'no_such_call'])
  for (const { url } of Object.values(servers))
    for (const path of ['/livez', '/readyz', '/api']) expect((await fetch(url + path)).status).toBe(200)
})

test('without a server for jobs, a note waits, and is written as soon as there is one', async () => {
  const place = await freshDatabase()
  const shared = { url: place.url, key: randomBytes(32) }
  const web = await startTestServer({ shared, env: { ROLE: 'web' } })
  let jobs: TestServer | undefined
  try {
    const { accessToken: token } = await newPerson(web.url)
    const layout = await ask(web.url, 'POST /api/user/layouts', { token, body: smallLayout })
    const words = { text: 'Speaker 1: I slept well.' }
    const transcript = await ask(web.url, 'POST /api/user/transcripts/submit/text', { token, body: words })
    const body = { layoutId: layout.body._id, transcriptId: transcript.body.id, patientId: 'P-1' }
    const note = await ask(web.url, 'POST /api/user/reports?wait=1', { token, body })
    expect(note.body.status).toBe('generating')
    jobs = await startTestServer({ shared, env: { ROLE: 'jobs' } })
    const status = async () => (await ask(web.url, `GET /api/user/reports/${note.body._id}`, { token })).body.status
    await expect.poll(status).toBe('ready')
  } finally {
    await jobs?.close()
    await web.close()
    await place.drop()
  }
})
