import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isExhaustive } from '../exhaustive.ts'
import { ask, password, refusal } from '../server/ask.ts'
import { runScript, serversInFolder } from '../server/server-process.ts'

const { folder, serve } = serversInFolder()

/** A test that starts further processes. */
const further = test.runIf(isExhaustive('processes'))

describe('The data folder', () => {
  test('is not accessible to other users of the machine, even if an earlier version left it open', async () => {
    const data = join(folder(), 'data')
    await mkdir(data)
    await chmod(data, 0o755)
    const made = runScript('admin.ts', [
      'create-user',
      '--email',
      'a@clinic.example',
      '--password',
      password,
      '--data',
      data,
    ])
    expect(await made.ended).toBe(0)
    expect((await stat(data)).mode & 0o067).toBe(0)
  })

  test('that was used in the demo is refused without --demo', async () => {
    await (await serve(['--demo'])).kill('SIGTERM')
    const real = runScript('serve.ts', ['--port', '0', '--data', folder()])
    expect(await real.ended).toBe(1)
    expect(real.output().err).toContain('The demo has used this database')
  })

  further('with accounts of real people is refused with --demo', async () => {
    const made = runScript('admin.ts', [
      'create-user',
      '--email',
      'a@clinic.example',
      '--password',
      password,
      '--data',
      folder(),
    ])
    expect(await made.ended).toBe(0)
    const demo = runScript('serve.ts', ['--port', '0', '--data', folder(), '--demo'])
    expect(await demo.ended).toBe(1)
    expect(demo.output().err).toContain('accounts of real people')
  })
})

further(
  'while a server runs, an administrator sets a password from standard input, ends sessions, disables and enables',
  async () => {
    const email = 'a@clinic.example'
    const admin = async (args: string[], input?: string) => {
      const run = runScript('admin.ts', [...args, '--email', email, '--data', folder()], {}, input)
      expect([await run.ended, run.output().err]).toEqual([0, ''])
    }
    await admin(['create-user', '--password', password])
    const { url } = await serve([])
    const signIn = (word: string) => ask(url, 'POST /api/user/login/email', { body: { email, password: word } })
    const account = (token: string) => ask(url, 'GET /api/user/account', { token })

    const first = (await signIn(password)).body.accessToken
    await admin(['set-password'], 'a wholly new password\n')
    expect(refusal(await account(first))).toEqual([401, 'session_ended'])
    const second = (await signIn('a wholly new password')).body.accessToken
    await admin(['end-sessions'])
    expect(refusal(await account(second))).toEqual([401, 'session_ended'])
    await admin(['disable'])
    expect((await signIn('a wholly new password')).status).toBe(401)
    await admin(['enable'])
    expect((await signIn('a wholly new password')).status).toBe(200)
  },
)
