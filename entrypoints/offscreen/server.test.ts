import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { ClientOptions } from '../../lib/api/index.ts'
import { readPolicy } from '../../lib/policy/index.ts'

const ana = 'ana@clinic.example'
const id = '6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11'
/**
 * The fake service worker and the fake server. `account`: who is signed in at the service worker. `requests`: what the
 * server has received. `answer`: the response of the server.
 */
const outside = {
  account: ana,
  requests: [] as Request[],
  answer: async (_: Request) => Response.json({ transactionId: id, requestId: 'one', transcript: [], duration: 1 }),
}
vi.mock('../../lib/browser/messages.ts', () => ({
  background: {
    async sendMessage(type: string, asked?: { account: string | null }) {
      if (type === 'policy.read') return readPolicy({})
      const detail = 'Another person is signed in now.'
      if (asked?.account && asked.account !== outside.account)
        throw Object.assign(new Error(detail), { code: 'not_ours', detail })
      return type === 'transcription.ticket' ? { ticket: 'ticket' } : { authorization: 'Bearer a', key: '' }
    },
  },
}))
vi.mock('./egress.ts', async () => {
  // Import the client here, so that this fake and the tested module use the same class `ApiError`.
  const { createClient } = await import('../../lib/api/index.ts')
  return {
    openClient: (options: Omit<ClientOptions, 'send'>) =>
      createClient({
        ...options,
        async send(request) {
          outside.requests.push(request.clone())
          return outside.answer(request)
        },
      }),
  }
})

// Test files share their loaded modules. Unload them here, so that no other test file gets modules that were loaded
// with the fakes of this file.
vi.resetModules()
afterAll(() => {
  vi.resetModules()
})
const { recordingServer } = await import('./server.ts')
const { UploadRefused } = await import('../../lib/transcript/sending/file-backlog.ts')
const { TicketRefused } = await import('../../lib/transcript/socket/socket.ts')

const server = recordingServer('https://chartside.example')
const { signal } = new AbortController()
const file = { fromFrame: 0, channels: 1 as const, pcm: new Int16Array(1600) }

beforeEach(() => {
  outside.account = ana
  outside.requests = []
})

test('a recording is sent while its owner is signed in', async () => {
  await server.fileSender(id, { language: 'en', account: ana })(file, signal)
  expect(outside.requests).toHaveLength(1)
  expect(await server.ticket({ anonymous: false, account: ana, consent: null })).toBe('ticket')
})

test('the chart number of a recording is sent with its files, and not in the address', async () => {
  await server.fileSender(id, { language: 'en', account: ana, patientId: '004812' })(file, signal)
  const [sent] = outside.requests
  expect(await sent?.clone().text()).toMatch(/name="patientId"\s+004812/)
  expect(sent?.url).not.toContain('004812')
})

test('while another person is signed in, a recording is refused before anything is sent, with a message', async () => {
  outside.account = 'ben@clinic.example'
  const refusal = await server
    .fileSender(id, { language: 'en', account: ana })(file, signal)
    .catch((error) => error)
  expect(refusal).toBeInstanceOf(UploadRefused)
  expect(refusal.message).toBe('Another person is signed in now.')
  expect(outside.requests).toEqual([])
  await expect(server.ticket({ anonymous: false, account: ana, consent: null })).rejects.toThrow(TicketRefused)
})

test('number and name of the patient of a kept session go only to a server that takes them, and never with a dictation', async () => {
  const { answer } = outside
  const engine = { name: 'fake', label: 'Fake.', languages: ['en'], diarizes: false }
  const says = (body: object) => {
    outside.answer = async () => Response.json(body) as Awaited<ReturnType<typeof answer>>
  }
  const take = { place: 'session' as const, skipSave: false, patient: { name: 'Ada Example', identifier: 'MR-1' } }
  try {
    says({ engine: { ...engine, takesPatient: true, takesPatientName: true } })
    expect(await server.sentPatient(take)).toEqual({ patientId: 'MR-1', patientName: 'Ada Example' })
    expect(await server.sentPatient({ ...take, place: 'dictation' })).toEqual({})
    expect(await server.sentPatient({ ...take, skipSave: true })).toEqual({})
    const unnumbered = { ...take, patient: { name: 'Ada Example', identifier: '' } }
    expect(await server.sentPatient(unnumbered)).toEqual({ patientName: 'Ada Example' })
    expect(await server.sentPatient({ ...take, patient: null })).toEqual({})
    says({ engine: { ...engine, takesPatient: true } })
    expect(await server.sentPatient(take)).toEqual({ patientId: 'MR-1' })
    says({ engine })
    expect(await server.sentPatient(take)).toEqual({})
    says({ engine: null })
    expect(await server.sentPatient(take)).toEqual({})
    outside.answer = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await server.sentPatient(take)).toEqual({})
  } finally {
    outside.answer = answer
  }
})

test('an erasure is not told as another person than its owner: it would count as done without any effect', async () => {
  outside.account = 'ben@clinic.example'
  await expect(server.keyPorts.forget({ id, words: true, owner: ana })).rejects.toThrow()
  expect(outside.requests).toEqual([])
})

test('the upload of a recording that was discarded is not repeated, so that it does not come back after its erasure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { answer } = outside
  outside.answer = async () => new Response('', { status: 503 }) as Awaited<ReturnType<typeof answer>>
  try {
    const discarded = new AbortController()
    const sent = server.fileSender(id, { language: 'en', account: ana })(file, discarded.signal)
    const failed = expect(sent).rejects.toThrow('aborted')
    while (outside.requests.length === 0) await new Promise(setImmediate)
    discarded.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    await failed
    expect(outside.requests).toHaveLength(1)
  } finally {
    outside.answer = answer
    vi.useRealTimers()
  }
})

test('the position of a recording is the length of its transcript; without a transcript it is 0', async () => {
  const { answer } = outside
  const createdAt = '2026-11-24T09:00:00.000Z'
  const transcript = { id, title: 'Visit', language: 'en', status: 'recording', duration: 2.5, createdAt, turns: [] }
  const answerWith = (body: object, status = 200) => {
    outside.answer = async () => Response.json(body, { status }) as Awaited<ReturnType<typeof answer>>
  }
  try {
    answerWith(transcript)
    expect(await server.position(id, ana)).toBe(40_000)
    answerWith({ message: 'Not found', code: 'not_found' }, 404)
    expect(await server.position(id, ana)).toBe(0)
    answerWith({ message: 'It failed.', code: 'internal' }, 500)
    await expect(server.position(id, ana)).rejects.toThrow()
    const { length } = outside.requests
    outside.account = 'ben@clinic.example'
    await expect(server.position(id, ana)).rejects.toThrow()
    expect(outside.requests).toHaveLength(length)
  } finally {
    outside.answer = answer
  }
})
