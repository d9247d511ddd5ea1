import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forgetOldMessages } from '../../server/effects/index.ts'
import { writeMail } from '../../server/effects/templates.ts'
import { forgetVerifications } from '../../server/services/verifications.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { administrator, asking } from './administrator.ts'
import { ask, newPerson } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let database: Awaited<ReturnType<typeof freshDatabase>>
let shared: { url: string; key: Buffer }
beforeEach(async () => {
  mail = await startMailServer()
  database = await freshDatabase()
  shared = { url: database.url, key: randomBytes(32) }
})
afterEach(async () => {
  await mail.close()
  await database.drop()
})

const open = () => startTestServer({ shared, env: { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' } })
const requestCode = (server: TestServer, email: string) =>
  ask(server.url, 'POST /api/user/login/generate-otc', { body: { email } })
const stored = async (server: TestServer) =>
  (await server.store.database.execute('select status, content is null as empty, attempt from messages')).rows

describe('a mail', () => {
  test('is sent once, from the set address, and its content is deleted', async () => {
    const server = await open()
    try {
      const { email } = await newPerson(server.url)
      await requestCode(server, email)
      const { raw, messageId } = await mail.mailTo(email)
      expect(raw).toMatch(/^From: Chartside <scribe@clinic.example>/m)
      expect(messageId).toMatch(/^<[\da-f-]{36}@clinic.example>$/)
      await expect.poll(() => stored(server)).toEqual([{ status: 'sent', empty: true, attempt: 1 }])
      expect(mail.offered).toEqual([email])
    } finally {
      await server.close()
    }
  })

  test('that is refused for now is sent later, also by another server after a restart', async () => {
    const first = await open()
    let email = ''
    try {
      email = (await newPerson(first.url)).email
      mail.refuseWith = 451
      await requestCode(first, email)
      await expect.poll(() => mail.offered.length).toBeGreaterThan(0)
      // The attempt has ended when the lease is given back.
      await expect
        .poll(async () => (await first.store.database.execute('select lease_owner from messages')).rows)
        .toEqual([{ lease_owner: null }])
    } finally {
      await first.close()
    }
    expect(mail.mails).toEqual([])
    mail.refuseWith = null
    const second = await open()
    try {
      expect(await mail.codeFor(email)).toMatch(/^\d{6}$/)
      await expect.poll(async () => (await stored(second))[0]).toMatchObject({ status: 'sent', empty: true })
    } finally {
      await second.close()
    }
  })

  test('waits while the mail server is away', async () => {
    const server = await open()
    try {
      const { port } = mail
      await mail.close()
      const { email } = await newPerson(server.url)
      await requestCode(server, email)
      await expect.poll(async () => (await stored(server))[0]).toMatchObject({ status: 'generating', attempt: 1 })
      mail = await startMailServer({ port })
      expect(await mail.codeFor(email)).toMatch(/^\d{6}$/)
    } finally {
      await server.close()
    }
  })

  test('is not sent unencrypted where the setting asks for encryption', async () => {
    const env = { MAIL_URL: `${mail.url}?requireTLS=true`, MAIL_FROM: 'scribe@clinic.example' }
    const server = await startTestServer({ shared, env })
    try {
      await requestCode(server, (await newPerson(server.url)).email)
      await expect
        .poll(async () => (await server.store.database.execute('select attempt, lease_owner from messages')).rows)
        .toEqual([{ attempt: 1, lease_owner: null }])
      expect(mail.offered).toEqual([])
    } finally {
      await server.close()
    }
  })

  test('to an address that the mail server refuses for good is not tried again', async () => {
    const server = await open()
    try {
      mail.refuseWith = 550
      await requestCode(server, (await newPerson(server.url)).email)
      await expect.poll(() => stored(server)).toEqual([{ status: 'failed', empty: true, attempt: 1 }])
      expect(mail.offered).toHaveLength(1)
    } finally {
      await server.close()
    }
  })
})

test('a week later nothing is left of a mail, and nothing of its code after the code has expired', async () => {
  const server = await open()
  try {
    const { email } = await newPerson(server.url)
    await requestCode(server, email)
    await mail.mailTo(email)
    const rows = async () =>
      (
        await server.store.database.execute(
          'select (select count(*)::int from messages) as messages, (select count(*)::int from verifications) as codes',
        )
      ).rows[0]
    const forgetAfter = async (minutes: number) => {
      const clock = { now: () => new Date(Date.now() + minutes * 60_000) }
      await forgetOldMessages({ database: server.store.database, clock })
      await forgetVerifications({ database: server.store.database, clock })
    }
    await forgetAfter(9)
    expect(await rows()).toEqual({ messages: 1, codes: 1 })
    await forgetAfter(11)
    expect(await rows()).toEqual({ messages: 1, codes: 0 })
    await forgetAfter(7 * 24 * 60 + 1)
    expect(await rows()).toEqual({ messages: 0, codes: 0 })
  } finally {
    await server.close()
  }
})

describe('the words of a mail', () => {
  test('hold typed names as plain text: no markup, no link, no further header', () => {
    const directory = '<img src=x>"Clinic"\r\nBcc: all@clinic.example\nhttps://evil.example/x'
    const { subject, text, html } = writeMail('invitation', { directory, role: 'a'.repeat(300) })
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x&gt;&quot;Clinic&quot;')
    expect(text + html).not.toContain('://')
    expect(text).not.toContain('a'.repeat(101))
  })
})

describe('an administrator who offers the management of a directory', () => {
  test('invites by mail, once for each email', async () => {
    const server = await open()
    try {
      const call = asking(server, await administrator(server))
      const managerEmail = 'head@clinic.example'
      const { body } = await call('PUT /api/admin/directories', { name: 'North Clinic', managerEmail })
      const { raw } = await mail.mailTo(managerEmail)
      expect(raw).toContain('Subject: Invitation to North Clinic')
      expect(raw).toContain('"Administrator"')
      const change = (email: string) => call(`POST /api/admin/directories/${body.directoryId}`, { managerEmail: email })
      await change(managerEmail.toUpperCase())
      await change('second@clinic.example')
      await mail.mailTo('second@clinic.example')
      expect(mail.offered).toEqual([managerEmail, 'second@clinic.example'])
    } finally {
      await server.close()
    }
  })
})
