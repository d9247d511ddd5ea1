import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive } from '../exhaustive.ts'
import type { Served } from '../fakes/served.ts'
import { ask, password, refusal } from './ask.ts'
import { runScript, serversInFolder } from './server-process.ts'

/** A test that starts further processes. */
const further = test.runIf(isExhaustive('processes'))

describe('A running server', () => {
  const { folder, serve } = serversInFolder({ sharedBy: 'all' })
  let first: Served
  beforeAll(async () => {
    first = await serve()
  })

  test('a start prints one line, and the demo’s sign-in works', async () => {
    expect(first.output().out).toBe(`listening on ${first.url}\n`)
    const [, email, word] = /sign in as (\S+) with the password (\S+)/.exec(first.output().err) ?? []
    const answer = await ask(first.url, 'POST /api/user/login/email', { body: { email, password: word } })
    expect(answer.status).toBe(200)
  })

  test('a second server on the same folder says who uses it, and does not disturb the first', async () => {
    const second = runScript('serve.ts', ['--port', '0', '--data', folder()])
    expect(await second.ended).toBe(1)
    const { out, err } = second.output()
    expect(out).toBe('')
    expect(err.trim()).toBe(
      `Another Chartside server (pid ${first.child.pid}) is using ${folder()}. Stop it, or choose another folder with --data.`,
    )
    expect((await ask(first.url, 'GET /api')).body.status).toBe('ok')
  })

  further('a port in use is reported in a sentence, and no process is left running', async () => {
    const elsewhere = join(folder(), 'elsewhere')
    const { port } = new URL(first.url)
    const second = runScript('serve.ts', ['--port', port, '--data', elsewhere])
    expect(await second.ended).toBe(1)
    const { out, err } = second.output()
    expect([out, err.trim()]).toEqual(['', 'The port is taken by another program. Choose another one with --port.'])
    expect(await readdir(elsewhere)).not.toContain('server.lock')
    expect(await readdir(join(elsewhere, 'pg'))).not.toContain('postmaster.pid')
  })

  test('the key and the database’s password are readable only by their owner', async () => {
    for (const name of ['encryption.key', 'pg/chartside.json']) {
      expect((await stat(join(folder(), name))).mode & 0o077).toBe(0)
    }
  })

  test('a key other than the one with which it has written its data is refused before anything is written', async () => {
    await first.kill('SIGTERM')
    const other = runScript('serve.ts', ['--port', '0', '--data', folder()], {
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    expect(await other.ended).toBe(1)
    expect(other.output().err).toContain('ENCRYPTION_KEY must be the key this database was made with')
  })
})

describe('A data folder', () => {
  const { folder, serve } = serversInFolder()

  further('of two servers started at once on a new folder, one runs and the other says why not', async () => {
    const starts = [serve(), serve()]
    const settled = await Promise.allSettled(starts)
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = settled.find((one) => one.status === 'rejected')
    expect(String(refused?.reason)).toContain('Another Chartside server')
  })

  test('an administrator can be created with or without a running server', async () => {
    const create = (email: string) =>
      runScript('admin.ts', ['create-user', '--email', email, '--password', password, '--admin', '--data', folder()])
    const before = create('before@clinic.example')
    expect(await before.ended).toBe(0)
    const server = await serve([])
    const beside = create('beside@clinic.example')
    expect(await beside.ended).toBe(0)
    for (const email of ['before@clinic.example', 'beside@clinic.example']) {
      const { body } = await ask(server.url, 'POST /api/user/login/email', { body: { email, password } })
      const account = await ask(server.url, 'GET /api/user/account', { token: body.accessToken })
      expect(account.body).toMatchObject({ email, admin: true })
    }
    const again = create('beside@clinic.example')
    expect(await again.ended).toBe(1)
    expect(again.output().err).toContain('There is already an account for beside@clinic.example.')
    const registering = await ask(server.url, 'POST /api/user/register', { body: { email: 'a@b.example', password } })
    expect(refusal(registering)).toEqual([403, 'registration_closed'])
  })

  test('an invalid setting is named in one sentence', async () => {
    const wrong = runScript('serve.ts', ['--data', folder()], { MODEL_BASE_URL: 'not an address' })
    expect(await wrong.ended).toBe(1)
    expect(wrong.output().err.trim()).toBe('MODEL_BASE_URL must be an address such as http://127.0.0.1:11434/v1.')
  })
})
