import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '../../lib/contracts/index.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { administrator, asking, type Someone, someone } from './administrator.ts'
import { type Answer, ask } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

/** Unusual words in everything that people enter. If they appear in a log or in a job, they have leaked. */
const words = {
  name: 'Quillfeather',
  password: 'zanthine-remorse-8841',
  spoken: 'velutinous',
  mailbox: 'canarybird',
}
const address = () => `${words.mailbox}-${randomUUID()}@clinic.example`

let server: TestServer
let mail: MailServer
const lines: string[] = []
/** All answers with an error status (400 or more). They must not contain `words` or secrets. */
const refusals: Answer[] = []
/** Codes, tickets and tokens that the server has made. */
const made = new Set<string>()

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  mail = await startMailServer()
  server = await startTestServer({
    env: { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' },
    deps: { log },
  })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

/** Stores the secrets of an answer in `made`, and the answer itself in `refusals` if it is a refusal. */
function keep(answer: Answer): Answer {
  for (const key of ['accessToken', 'refreshToken', 'ticket', 'secret']) {
    const secret = answer.body?.[key]
    if (typeof secret === 'string') made.add(secret)
  }
  if (answer.status >= 400) refusals.push(answer)
  return answer
}

const as = (who: Pick<Someone, 'token'> | null) => async (name: string, body?: object) =>
  keep(
    await (who === null ? ask(server.url, name, body === undefined ? {} : { body }) : asking(server, who)(name, body)),
  )

/** Fails if the call was refused. Otherwise a later check could succeed only because nothing was stored. */
function done(answer: Answer): Answer {
  expect([answer.status < 300, answer.body?.message]).toEqual([true, undefined])
  return answer
}

/** Calls each feature that takes text, and enters `words` there. */
async function everyFeature(): Promise<void> {
  const [person, other, admin] = [await someone(server), await someone(server), await administrator(server)]
  const [call, byOther, byAdmin, byNobody] = [as(person), as(other), as(admin), as(null)]
  for (const { token } of [person, other, admin]) made.add(token)

  done(await call('POST /api/user/account', { name: words.name }))
  const alternative = address()
  const started = done(await call('PUT /api/user/account/alternative-email', { email: alternative }))
  const code = await mail.codeFor(alternative)
  await call(`GET /api/user/account/alternative-email?ticket=${started.body.ticket}&code=000000`)
  done(await call('POST /api/user/account/alternative-email', { ticket: started.body.ticket, code }))

  const invited = address()
  const { directoryId } = done(await call('POST /api/user/directories', { name: `${words.name} Clinic` })).body
  const seat = { name: `${words.name} seat`, permissions: ['reports.read'], email: invited }
  const { roleId } = done(await call(`POST /api/user/directories/roles/${directoryId}`, seat)).body
  await mail.mailTo(invited)
  const search = encodeURIComponent(JSON.stringify({ email: invited }))
  done(await call(`GET /api/user/directories/roles/${directoryId}?search=${search}`))
  await byOther(`POST /api/user/directories/invitations/accept/${directoryId}`)
  await byOther(`GET /api/user/directories/roles/get/${directoryId}/${roleId}`)
  await byOther(`GET /api/user/lookup/id/by-email?email=${encodeURIComponent(invited)}`)
  await byOther('POST /api/user/email/send-any', { template: 'getting-started', to: [invited, alternative] })
  const registered = done(await byNobody('POST /api/user/register', { email: invited, password: words.password }))
  const newcomer = as({ token: registered.body.accessToken })
  done(await newcomer(`POST /api/user/directories/invitations/accept/${directoryId}`))
  done(await newcomer('POST /api/user/email/send', { template: 'getting-started' }))
  await newcomer('POST /api/user/email/license-limit')

  await byNobody('POST /api/user/login/email', { email: invited, password: `${words.password}-wrong` })
  await byNobody(`GET /api/user/password/reset-email?email=${encodeURIComponent(invited)}`)
  const reset = await mail.codeFor(invited)
  await byNobody('POST /api/user/password/reset-email', {
    ticket: 'x'.repeat(43),
    code: reset,
    password: `${words.password}-2`,
  })
  done(await byNobody('POST /api/user/login/generate-otc', { email: alternative }))
  done(await call('POST /api/user/login/generate-otc'))

  const user = { email: address(), name: words.name, password: words.password }
  const { userId } = done(await byAdmin('PUT /api/admin/users', user)).body
  await byAdmin('PUT /api/admin/users', user)
  done(
    await byAdmin(`POST /api/admin/users/${userId}`, { name: `${words.name} again`, password: `${words.password}-3` }),
  )
  done(await byAdmin(`POST /api/admin/users/login/${userId}`))
  done(await byAdmin('PUT /api/admin/directories', { name: words.name, managerEmail: user.email }))
  done(await byAdmin('PUT /api/admin/licenses', { userId, product: 'standard', sessionLimit: 1 }))
  await byAdmin('PUT /api/admin/licenses', { userId: randomUUID(), product: words.name })
  done(await byAdmin(`GET /api/admin/users?search=${words.mailbox}`))

  const layout = done(
    await call('POST /api/user/layouts', { name: words.name, fields: [{ id: 'a', name: 'Mood', type: 'string' }] }),
  )
  const note = {
    layoutId: layout.body._id,
    transcript: `Speaker 1: I feel ${words.spoken} and I sleep well.`,
    patientId: words.name,
  }
  expect(done(await call('POST /api/user/reports?wait=30', note)).body.status).toBe('ready')
}

/** Sends `words` to every call in every part of the request, as nobody, as a person and as an administrator. */
async function everyCall(): Promise<void> {
  const people = [null, await someone(server), await administrator(server)]
  const value = Object.values(words).join(' ')
  const body = {
    name: value,
    email: `${words.mailbox} at clinic`,
    password: words.password,
    currentPassword: words.password,
    code: words.spoken,
    ticket: value,
    secret: value,
    text: [value],
    to: [value],
    product: value,
  }
  for (const who of people) {
    for (const { method, path, kind } of allEndpoints) {
      // Skip calls that would end the session of the test itself, and calls with a form.
      if (path.includes('logout') || kind === 'multipart') continue
      const route = path.replace(/\{\w+\}/g, encodeURIComponent(value))
      const query = new URLSearchParams({
        search: value,
        email: value,
        userId: value,
        ticket: value,
        code: words.spoken,
      })
      for (const asked of [route, `${route}?${query}`])
        await as(who)(`${method} /api${asked}`, method === 'GET' ? undefined : body)
    }
  }
}

/** Lets the database and the mail server fail with errors that contain `words`. */
async function everyFailure(): Promise<void> {
  const [person, admin] = [await someone(server), await administrator(server)]
  const { database } = server.store
  for (const table of ['users', 'directory_roles', 'directories', 'messages'])
    await database.execute(sql`alter table ${sql.identifier(table)} add constraint no_more check (false) not valid`)
  const broken = [
    await as(person)('POST /api/user/account', { name: words.name }),
    await as(person)('POST /api/user/directories', { name: words.name }),
    await as(person)('PUT /api/user/account/alternative-email', { email: address() }),
    await as(admin)('PUT /api/admin/users', { email: address(), name: words.name, password: words.password }),
  ]
  expect(broken.map(({ status }) => status)).toEqual([500, 500, 500, 500])
  for (const table of ['users', 'directory_roles', 'directories', 'messages'])
    await database.execute(sql`alter table ${sql.identifier(table)} drop constraint no_more`)
  const refused = () => lines.filter((line) => line.includes('a message was not sent')).length
  for (const status of [451, 550]) {
    const before = refused()
    mail.refuseWith = status
    done(await as(person)('PUT /api/user/account/alternative-email', { email: address() }))
    await expect.poll(refused).toBeGreaterThan(before)
  }
  mail.refuseWith = null
}

/**
 * The secrets that occur in a text. A code of digits counts only if it is not a part of a longer word or number,
 * because ids and times have digits too.
 */
const leaksIn = (text: string): string[] => [
  ...Object.values(words).filter((word) => text.toLowerCase().includes(word.toLowerCase())),
  ...[...made].filter((secret) =>
    /^\d+$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(text) : text.includes(secret),
  ),
]

// This test, and not `beforeAll`, makes the calls, because the mails can be awaited only inside a test.
test('secrets are found where they are', async () => {
  await everyFeature()
  await everyCall()
  await everyFailure()
  for (const { raw } of mail.mails) for (const [, code] of raw.matchAll(/Your code is (\d{6})/g)) made.add(code ?? '')
  expect(made.size).toBeGreaterThan(12)
  const [code] = [...made].filter((secret) => /^\d{6}$/.test(secret))
  expect(leaksIn(`{"code":"${code}"} for canaryBird@`)).toEqual([words.mailbox, code])
})

test('no line of the log contains what people entered, a code, a ticket or a token', () => {
  expect(lines.length).toBeGreaterThan(500)
  for (const message of ['a call failed', 'a message was not sent'])
    expect([message, lines.some((line) => line.includes(message))]).toEqual([message, true])
  expect(lines.flatMap(leaksIn)).toEqual([])
})

test('no refusal repeats what people entered, or tells it to somebody else', () => {
  expect(refusals.length).toBeGreaterThan(500)
  const leaking = refusals.flatMap(({ status, body }) =>
    leaksIn(JSON.stringify(body)).map((leak) => [status, leak, body]),
  )
  expect(leaking).toEqual([])
})

test.each([
  ['the audit log', 'select a::text as text from audit_entries a'],
  ['the jobs', 'select data::text as text from pgboss.job'],
  ['the outbox', 'select m::text as text from messages m'],
  ['the codes that wait', 'select v::text as text from verifications v'],
  ['the counters of attempts', 'select a::text as text from attempts a'],
  ['the stored answers', 'select i::text as text from idempotency_keys i'],
])('%s: no row contains a secret', async (where, query) => {
  const { rows } = await server.store.database.execute<{ text: string }>(query)
  if (where !== 'the stored answers') expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(leaksIn(text)).toEqual([])
})

test('the status check and the document of the calls contain no secret', async () => {
  for (const path of ['/', '/api', '/api/openapi.json'])
    expect(leaksIn(JSON.stringify((await ask(server.url, `GET ${path}`)).body))).toEqual([])
})
