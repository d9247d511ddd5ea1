import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, smallLayout } from './ask.ts'
import { as, join, newDirectory } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const typed = { text: 'Paciente: Me siento mejor.' }

test('words of a member are in the language of the directory, unless the call names another', async () => {
  const clinic = await newDirectory(server.url)
  const settings = `/api/user/directories/settings/${clinic.directoryId}`
  await as(server.url, clinic.owner)(`PUT ${settings}`, { language: 'es' })
  const member = await join(server.url, clinic)
  const call = as(server.url, member)
  const kept = await call('POST /api/user/transcripts/submit/text', typed)
  expect(kept.body.language).toBe('es')
  const named = await call('POST /api/user/transcripts/submit/text', { ...typed, language: 'pt' })
  expect(named.body.language).toBe('pt')
  const layoutId = (await call('POST /api/user/layouts', smallLayout)).body._id
  const report = await call('POST /api/user/reports', { layoutId, transcript: typed.text, patientId: 'P-1' })
  const { transcriptId } = report.body
  expect((await call(`GET /api/user/transcripts/${transcriptId}`)).body.language).toBe('es')
  await call('POST /api/user/account', { directoryId: null })
  expect((await call('POST /api/user/transcripts/submit/text', typed)).body.language).toBe('en')
})

test('the allowed hosts of a directory are hosts', async () => {
  const clinic = await newDirectory(server.url)
  const put = (allowedHosts: string[]) =>
    as(server.url, clinic.owner)(`PUT /api/user/directories/settings/${clinic.directoryId}`, { allowedHosts })
  for (const wrong of ['https://ehr.example', 'ehr.example/login', '*', ''])
    expect(refusal(await put(['ehr.example', wrong]))).toEqual([400, 'invalid_request'])
  expect((await put(['ehr.example', '*.clinic.example'])).body.allowedHosts).toEqual([
    'ehr.example',
    '*.clinic.example',
  ])
})
