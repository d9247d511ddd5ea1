import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runScript } from '../fakes/served.ts'

test('the command that makes the first account refuses a password that is easy to guess, before it opens a database', async () => {
  const folder = join(tmpdir(), 'chartside-no-such-folder')
  const options = ['create-user', '--email', 'a@clinic.example', '--password', 'Chartside-2026!', '--data', folder]
  const run = runScript('admin.ts', options)
  expect(await run.ended).toBe(1)
  expect(run.output()).toEqual({ out: '', err: expect.stringContaining('Choose another password') })
  expect(existsSync(folder)).toBe(false)
})
