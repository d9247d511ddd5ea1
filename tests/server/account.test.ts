import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { DirectoryPermission } from '../../lib/contracts/index.ts'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { type Asking, ask, newPerson, password, refusal, smallLayout } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let server: TestServer
let now = Date.parse('2026-11-20T09:00:00Z')
const clock = { now: () => new Date(now) }

beforeAll(async () => {
  mail = await startMailServer()
  const attempts = { ...attemptLimits, codesPerAddress: 10_000 }
  const env = { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' }
  server = await startTestServer({ env, deps: { clock, attempts } })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

type Session = Awaited<ReturnType<typeof newPerson>>
const call = (path: string, asking: Asking = {}) => ask(server.url, path, asking)
const as = ({ accessToken: token }: Session, path: string, body?: object) =>
  call(path, { token, ...(body === undefined ? {} : { body }) })
const account = async (person: Session) => (await as(person, 'GET /api/user/account')).body
const signIn = (email: string, word = password) =>
  call('POST /api/user/login/email', { body: { email, password: word, device: 'Laptop' } })
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const execute = async (statement: string) => (await server.store.database.execute(statement)).rows
const idOf = async (person: Session): Promise<string> => (await account(person)).id

/** Makes a directory in which this person has a seat, and signs the person in again, so that the person acts in it. */
async function inDirectory(
  person: Session,
  permissions: DirectoryPermission[],
  { id = randomUUID(), settings = {} }: { id?: string; settings?: object } = {},
): Promise<{ directoryId: string; person: Session }> {
  await execute(
    `insert into directories (id, name, settings) values ('${id}', 'North Clinic', '${JSON.stringify(settings)}') on conflict do nothing`,
  )
  await execute(
    `insert into directory_roles (id, directory_id, name, permissions, status, user_id)
     values (gen_random_uuid(), '${id}', 'Role', '{${permissions.map((one) => `"${one}"`).join(',')}}', 'occupied', '${await idOf(person)}')`,
  )
  const chosen = await as(person, 'POST /api/user/account', { directoryId: id })
  expect(chosen.status).toBe(200)
  return { directoryId: id, person }
}

describe('the account', () => {
  test('has a name that its person can change', async () => {
    const person = await newPerson(server.url)
    expect((await account(person)).name).toBeUndefined()
    const changed = await as(person, 'POST /api/user/account', { name: ' Dana Reyes ' })
    expect(changed.body).toMatchObject({ name: 'Dana Reyes', email: person.email })
    expect((await as(person, 'POST /api/user/account', { name: '' })).status).toBe(400)
  })

  test('acts in a directory only with a seat there, on one device', async () => {
    const person = await newPerson(server.url)
    const { directoryId } = await inDirectory(await newPerson(server.url), [])
    expect(refusal(await as(person, 'POST /api/user/account', { directoryId }))).toEqual([404, 'not_found'])
    await inDirectory(person, ['reports.read'], { id: directoryId })
    const permission = async () => (await as(person, 'GET /api/user/account/permission')).body
    expect(await permission()).toEqual({ admin: false, directoryId, permissions: ['reports.read'] })
    await as(person, 'POST /api/user/account', { directoryId: null })
    expect(await permission()).toEqual({ admin: false, directoryId: null, permissions: [] })
  })

  test('has a password that is changed with the current one, which ends every session, and a mail says so', async () => {
    const person = await newPerson(server.url)
    const change = (currentPassword: string, newPassword: string) =>
      as(person, 'POST /api/user/account', { currentPassword, newPassword })
    expect(refusal(await change('not the password', 'a new long password'))).toEqual([401, 'wrong_credentials'])
    const common = await change(password, 'password123')
    expect([refusal(common), common.body.issues[0].path]).toEqual([[400, 'invalid_request'], 'body.newPassword'])
    const alone = await as(person, 'POST /api/user/account', { newPassword: 'a new long password' })
    expect(refusal(alone)).toEqual([400, 'invalid_request'])
    expect((await change(password, 'a new long password')).status).toBe(200)
    expect((await as(person, 'GET /api/user/account')).status).toBe(401)
    expect((await signIn(person.email, 'a new long password')).status).toBe(200)
    expect((await mail.mailTo(person.email)).raw).toContain('password was changed')
  })

  test('a password can be verified, and wrong ones count as attempts to sign in', async () => {
    const person = await newPerson(server.url)
    const verify = (word: string) => as(person, 'POST /api/user/account/verify-password', { password: word })
    expect((await verify(password)).body).toEqual({ valid: true })
    for (let tried = 0; tried < attemptLimits.freePerPair; tried++)
      expect(refusal(await verify('wrong password'))).toEqual([401, 'wrong_credentials'])
    expect(refusal(await signIn(person.email))).toEqual([429, 'too_many_requests'])
    expect((await as(person, 'GET /api/user/account')).status).toBe(200)
  })

  test('names who may be read: oneself, and with reports.read the members of the directory', async () => {
    const [reader, member, stranger] = await Promise.all([1, 2, 3].map(() => newPerson(server.url)))
    if (!reader || !member || !stranger) throw new Error('Three people were made.')
    const { directoryId } = await inDirectory(reader, ['reports.read'])
    await inDirectory(member, [], { id: directoryId })
    const emails = async (person: Session) =>
      (await as(person, 'GET /api/user/account/viewable-users')).body.items.map(({ email }: Session) => email).sort()
    expect(await emails(reader)).toEqual([reader.email, member.email].sort())
    expect(await emails(member)).toEqual([member.email])
    expect(await emails(stranger)).toEqual([stranger.email])
    const { userIds } = (await as(reader, 'GET /api/user/account/viewable-user-ids')).body
    expect(userIds.sort()).toEqual([await idOf(reader), await idOf(member)].sort())
    await execute(`update directories set settings = '{"sharing":{"reports":false}}' where id = '${directoryId}'`)
    expect(await emails(reader)).toEqual([reader.email])
  })
})

describe('devices', () => {
  test('are listed, and each can be signed out', async () => {
    const person = await newPerson(server.url)
    const laptop = (await signIn(person.email)).body
    const list = async () => (await as(person, 'GET /api/user/account/sessions')).body
    const { items, total } = await list()
    expect(total).toBe(2)
    expect(items.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    const { sessionId } = items.find(({ device }: { device?: string }) => device === 'Laptop')
    expect((await as(person, `DELETE /api/user/account/sessions/${sessionId}`)).status).toBe(200)
    expect((await call('GET /api/user/account', { token: laptop.accessToken })).status).toBe(401)
    expect((await list()).total).toBe(1)
    const again = await as(person, `DELETE /api/user/account/sessions/${sessionId}`)
    expect(refusal(again)).toEqual([404, 'not_found'])
  })

  test('are not listed after their refresh token has expired', async () => {
    const { email } = await newPerson(server.url)
    now += 31 * 24 * 60 * 60_000
    const laptop = (await signIn(email)).body
    const { body } = await call('GET /api/user/account/sessions', { token: laptop.accessToken })
    expect(body.items).toMatchObject([{ device: 'Laptop', current: true }])
  })
})

describe('the second factor', () => {
  const complete = (ticket: string, code: string) =>
    call('POST /api/user/login/2fa-email', { body: { ticket, code, device: 'Laptop' } })

  test('is turned on with the password, and then every sign-in needs a code', async () => {
    const person = await newPerson(server.url)
    const turnOn = (word: string) => as(person, 'POST /api/user/account/2fa/email', { password: word })
    expect(refusal(await turnOn('not the password'))).toEqual([401, 'wrong_credentials'])
    expect((await turnOn(password)).body.twoFactor).toEqual({ email: true, phone: false })
    const answer = await signIn(person.email)
    expect(answer.body).toEqual({ secondFactor: 'email', ticket: expect.any(String) })
    const code = await mail.codeFor(person.email)
    expect(refusal(await complete(answer.body.ticket, other(code)))).toEqual([400, 'wrong_code'])
    expect((await complete(answer.body.ticket, code)).body).toHaveProperty('accessToken')

    const off = (word: string) => as(person, 'DELETE /api/user/account/2fa', { password: word })
    expect(refusal(await off('not the password'))).toEqual([401, 'wrong_credentials'])
    expect((await off(password)).body.twoFactor.email).toBe(false)
    expect((await signIn(person.email)).body).toHaveProperty('accessToken')
  })

  test('cannot be replaced by a code for signing in, and a mail says what to do', async () => {
    const person = await newPerson(server.url)
    await as(person, 'POST /api/user/account/2fa/email', { password })
    const sent = await call('POST /api/user/login/generate-otc', { body: { email: person.email } })
    expect(Object.keys(sent.body)).toEqual(['ticket'])
    const { raw } = await mail.mailTo(person.email)
    expect(raw).toContain('Sign in with your email and your password')
    expect(raw).not.toMatch(/Your code is/)
  })

  test('arrives also after strangers have used up the codes of an hour for this email', async () => {
    const person = await newPerson(server.url)
    await as(person, 'POST /api/user/account/2fa/email', { password })
    const askForCode = () => call(`GET /api/user/password/reset-email?email=${person.email}`)
    for (let asked = 0; asked < 5; asked++) expect((await askForCode()).status).toBe(200)
    expect((await askForCode()).status).toBe(429)
    expect((await signIn(person.email)).body).toMatchObject({ secondFactor: 'email' })
  })

  test('is required where the directory of a person requires it', async () => {
    const person = await newPerson(server.url)
    const { directoryId } = await inDirectory(person, [], { settings: { secondFactorRequired: true } })
    expect((await signIn(person.email)).body).toMatchObject({ secondFactor: 'email' })
    await as(person, 'DELETE /api/user/account/2fa', { password })
    expect((await signIn(person.email)).body).toMatchObject({ secondFactor: 'email' })
    await execute(`delete from directory_roles where directory_id = '${directoryId}'`)
    expect((await signIn(person.email)).body).toHaveProperty('accessToken')
  })
})

describe('email addresses', () => {
  const start = (person: Session, email: string, word = password) =>
    as(person, 'PUT /api/user/account/email', { email, password: word })
  const confirm = (person: Session, ticket: string, code: string) =>
    as(person, `GET /api/user/account/email?ticket=${ticket}&code=${code}`)

  test('change after a code; what was shared with the old one follows, and a mail tells the old one', async () => {
    const [owner, person] = [await newPerson(server.url), await newPerson(server.url)]
    const layout = (await as(owner, 'POST /api/user/layouts', smallLayout)).body
    await as(owner, `PUT /api/user/layouts/${layout._id}/editors`, { editors: [person.email, 'else@clinic.example'] })
    const email = `new-${randomUUID()}@clinic.example`
    expect(refusal(await start(person, email, 'not the password'))).toEqual([401, 'wrong_credentials'])
    const { ticket } = (await start(person, email)).body
    const code = await mail.codeFor(email)
    expect((await account(person)).email).toBe(person.email)
    expect(refusal(await confirm(owner, ticket, code))).toEqual([400, 'wrong_code'])
    expect((await confirm(person, ticket, code)).body.email).toBe(email)
    expect((await signIn(email)).status).toBe(200)
    expect((await signIn(person.email)).status).toBe(401)
    const seen = await as(person, `GET /api/user/layouts/${layout._id}`)
    expect(seen.body).toMatchObject({ access: 'editor', editors: ['else@clinic.example', email] })
    expect((await mail.mailTo(person.email)).raw).toContain('email address was changed')
  })

  test('of another account are answered alike, and cannot be taken', async () => {
    const [person, taken] = [await newPerson(server.url), await newPerson(server.url)]
    const answer = await start(person, taken.email)
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['ticket']])
    const { raw } = await mail.mailTo(taken.email)
    expect(raw).not.toMatch(/Your code is/)
  })

  test('an alternative one is stored after its code, and can be removed', async () => {
    const person = await newPerson(server.url)
    const email = `other-${randomUUID()}@clinic.example`
    const { ticket } = (await as(person, 'PUT /api/user/account/alternative-email', { email })).body
    const code = await mail.codeFor(email)
    const wrong = await as(person, `GET /api/user/account/alternative-email?ticket=${ticket}&code=${other(code)}`)
    expect(refusal(wrong)).toEqual([400, 'wrong_code'])
    const stored = await as(person, `GET /api/user/account/alternative-email?ticket=${ticket}&code=${code}`)
    expect(stored.body.alternativeEmail).toBe(email)
    expect((await as(person, 'DELETE /api/user/account/alternative-email')).body.alternativeEmail).toBeUndefined()
  })
})

/** A template, a transcript, a draft and a signed note of this person. */
async function workOf(person: Session) {
  const layout = (await as(person, 'POST /api/user/layouts', smallLayout)).body
  const text = 'Speaker 0: How are you?\nSpeaker 1: Better.'
  const transcript = (await as(person, 'POST /api/user/transcripts/submit/text', { text })).body
  const note = async () => {
    const request = { layoutId: layout._id, transcriptId: transcript.id, patientId: 'P-1' }
    return (await as(person, 'POST /api/user/reports?wait=10', request)).body
  }
  const [draft, signed] = [await note(), await note()]
  const signing = await as(person, `POST /api/user/reports/${signed._id}/sign`, { version: signed.version })
  expect(signing.status).toBe(200)
  return { layoutId: layout._id, transcriptId: transcript.id, draftId: draft._id, signedId: signed._id }
}

describe('deleting an account', () => {
  const remove = (person: Session, more: object = {}) =>
    as(person, 'DELETE /api/user/account', { password, phrase: 'delete my account', ...more })
  const left = async (table: string, id: string) => (await execute(`select id from ${table} where id = '${id}'`)).length

  test('needs the password and the phrase', async () => {
    const person = await newPerson(server.url)
    expect(refusal(await remove(person, { phrase: 'yes' }))).toEqual([400, 'invalid_request'])
    expect(refusal(await remove(person, { password: 'not the password' }))).toEqual([401, 'wrong_credentials'])
    expect((await as(person, 'GET /api/user/account')).status).toBe(200)
  })

  test('removes what is the person’s own; signed notes without a directory only after an export', async () => {
    const person = await newPerson(server.url)
    const id = await idOf(person)
    const work = await workOf(person)
    const refused = await remove(person)
    expect(refusal(refused)).toEqual([409, 'conflict'])
    expect(refused.body.message).toContain('First export your data')
    expect(await left('outputs', work.draftId)).toBe(1)
    expect((await remove(person, { exported: true })).status).toBe(200)
    expect((await as(person, 'GET /api/user/account')).status).toBe(401)
    expect((await signIn(person.email)).status).toBe(401)
    for (const [table, row] of [
      ['outputs', work.draftId],
      ['outputs', work.signedId],
      ['transcripts', work.transcriptId],
      ['layouts', work.layoutId],
    ] as const)
      expect([table, await left(table, row)]).toEqual([table, 0])
    const entries = await execute(`select action from audit_entries where user_id = '${id}'`)
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['report.sign', 'account.delete']))
  })

  test('leaves signed notes and shared templates to the directory, and nothing becomes visible to more people', async () => {
    const [leaving, reader, member, stranger] = [
      await newPerson(server.url),
      await newPerson(server.url),
      await newPerson(server.url),
      await newPerson(server.url),
    ]
    const { directoryId } = await inDirectory(reader, ['directory.manage', 'reports.read'])
    await inDirectory(leaving, [], { id: directoryId })
    await inDirectory(member, [], { id: directoryId })
    const work = await workOf(leaving)
    const shared = (await as(leaving, 'POST /api/user/layouts', smallLayout)).body._id
    await execute(`update layouts set shared = true where id = '${shared}'`)
    const seenBy = async (person: Session) =>
      Promise.all(
        [`reports/${work.signedId}`, `reports/${work.draftId}`, `layouts/${shared}`, `layouts/${work.layoutId}`].map(
          async (path) => (await as(person, `GET /api/user/${path}`)).status,
        ),
      )
    expect([await seenBy(reader), await seenBy(member), await seenBy(stranger)]).toEqual([
      [200, 200, 200, 404],
      [404, 404, 200, 404],
      [404, 404, 404, 404],
    ])
    expect((await remove(leaving)).status).toBe(200)
    expect([await seenBy(reader), await seenBy(member), await seenBy(stranger)]).toEqual([
      [200, 404, 200, 404],
      [404, 404, 200, 404],
      [404, 404, 404, 404],
    ])
    const seats = await execute(`select status, user_id from directory_roles where directory_id = '${directoryId}'`)
    expect(seats.filter(({ status, user_id }) => status === 'open' && user_id === null)).toHaveLength(1)
  })

  test('is refused for the last person who manages a directory', async () => {
    const person = await newPerson(server.url)
    const { directoryId } = await inDirectory(person, ['directory.manage'])
    const member = await newPerson(server.url)
    await inDirectory(member, [], { id: directoryId })
    const refused = await remove(person)
    expect(refusal(refused)).toEqual([409, 'conflict'])
    expect(refused.body.message).toContain('Nobody else manages this organisation')
    await inDirectory(await newPerson(server.url), ['directory.manage'], { id: directoryId })
    expect((await remove(person)).status).toBe(200)
  })

  test('ends what others shared with the email address: its next owner does not get it', async () => {
    const [owner, person] = [await newPerson(server.url), await newPerson(server.url)]
    const layout = (await as(owner, 'POST /api/user/layouts', smallLayout)).body
    await as(owner, `PUT /api/user/layouts/${layout._id}/editors`, { editors: [person.email] })
    expect((await remove(person)).status).toBe(200)
    const again = await call('POST /api/user/register', { body: { email: person.email, password } })
    const seen = await call(`GET /api/user/layouts/${layout._id}`, { token: again.body.accessToken })
    expect(refusal(seen)).toEqual([404, 'not_found'])
  })
})

/** The files of a zip, by name. */
async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        files.set(entry.fileName, Buffer.concat(await stream.toArray()).toString('utf8'))
        zip.readEntry()
      })
    })
    zip.on('end', resolve)
    zip.on('error', reject)
    zip.readEntry()
  })
  return files
}

describe('an export', () => {
  test('holds everything of the person, and nothing of anybody else', async () => {
    const [person, else_] = [await newPerson(server.url), await newPerson(server.url)]
    const [mine, theirs] = [await workOf(person), await workOf(else_)]
    const response = await fetch(`${server.url}/api/user/account/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.accessToken}` },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = await unzip(Buffer.from(await response.arrayBuffer()))
    expect([...files.keys()].sort()).toEqual(
      [
        'account.json',
        'identities.json',
        'directories.json',
        'sessions.json',
        `templates/${mine.layoutId}.json`,
        `transcripts/${mine.transcriptId}.json`,
        `notes/${mine.draftId}.json`,
        `notes/${mine.signedId}.json`,
      ].sort(),
    )
    expect(JSON.parse(files.get('account.json') ?? '')).toMatchObject({ email: person.email })
    expect(files.get(`transcripts/${mine.transcriptId}.json`)).toContain('How are you?')
    expect(JSON.parse(files.get(`notes/${mine.signedId}.json`) ?? '')).toMatchObject({
      status: 'signed',
      history: [{ kind: 'signed' }, { kind: 'generated' }],
    })
    const all = [...files.values()].join()
    for (const id of [else_.email, ...Object.values(theirs)]) expect(all).not.toContain(id)
  })
})
