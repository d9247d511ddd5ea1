import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isExhaustive } from '../exhaustive.ts'
import { ask, password } from './ask.ts'
import { runScript, serversInFolder } from './server-process.ts'

const { folder, serve } = serversInFolder()

test('the command grants a licence to a person, and refuses what does not exist', async () => {
  const email = 'a@clinic.example'
  const admin = async (args: string[]) => {
    const run = runScript('admin.ts', [...args, '--email', email, '--data', folder()])
    return [await run.ended, run.output().out, run.output().err] as const
  }
  const { url } = await serve([])
  expect((await admin(['create-user', '--password', password]))[0]).toBe(0)
  const granted = await admin(['grant-license', '--product', 'trial', '--sessions', '5'])
  expect(granted).toEqual([0, `Granted trial to ${email}: 20 documents, 5 sessions, without an end.\n`, ''])
  const limited = await admin(['grant-license', '--product', 'unlimited', '--days', '30'])
  expect(limited[1]).toMatch(/any number of documents, any number of sessions, until \d{4}-/)
  const { body } = await ask(url, 'POST /api/user/login/email', { body: { email, password } })
  const active = await ask(url, 'GET /api/user/licenses/get-active', { token: body.accessToken })
  expect(active.body.licenses.map(({ product }: { product: string }) => product)).toEqual(['unlimited', 'trial'])
  const [code, , sentence] = await admin(['grant-license', '--product', 'gold'])
  expect([code, sentence]).toEqual([
    1,
    'There is no product with this name. Choose one of trial, standard, unlimited.\n',
  ])
  if (!isExhaustive('processes')) return
  expect((await admin(['grant-license']))[2]).toContain('--product: Name a product.')
  expect((await admin(['grant-license', '--product', 'trial', '--days', '0']))[2]).toContain('--days: ')
})

test('the command that makes the first account refuses a password that is easy to guess, before it opens a database', async () => {
  const missing = join(folder(), 'no-such-folder')
  const options = ['create-user', '--email', 'a@clinic.example', '--password', 'Chartside-2026!', '--data', missing]
  const run = runScript('admin.ts', options)
  expect(await run.ended).toBe(1)
  expect(run.output()).toEqual({ out: '', err: expect.stringContaining('Choose another password') })
  expect(existsSync(missing)).toBe(false)
})
