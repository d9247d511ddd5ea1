import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRequest } from '../../scripts/policy-files/options.ts'
import { compiled } from '../fakes/served.ts'

const script = fileURLToPath(new URL('../../scripts/policy-files.ts', import.meta.url))
const id = 'abcdefghijklmnopabcdefghijklmnop'
const server = ['--server', 'https://chartside.clinic.example']

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-policies-'))
  await writeFile(join(folder, 'policy.json'), '{"models": [0], "popupButton": false}')
  await writeFile(join(folder, 'broken.json'), '{"modles": [0]}')
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command as an administrator does. */
const run = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((settle) => {
    execFile(
      process.execPath,
      [script, ...args],
      { cwd: folder, env: { ...process.env, ...compiled } },
      (error, stdout, stderr) => settle({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })

/** Wrong calls, with the beginning of the sentence that answers each one. */
const wrong: [args: string[], sentence: string][] = [
  [[], 'Name the extension. Example: --id'],
  [['--polcy', 'policy.json'], 'There is no option --polcy. Write --policy.'],
  [['--id'], 'Write a value after --id.'],
  [['--id', '--server'], 'Write a value after --id.'],
  [['--check=yes', 'a.json'], 'Write --check without a value.'],
  [['--id', 'abc'], '--id must have 32 letters from a to p'],
  [['policy.json'], 'policy.json belongs to no option. To check files, write --check in front.'],
  [['--check'], 'Name the files.'],
  [['--id', id], 'Name your server'],
  [['--id', id, '--server', 'clinic.example', '--policy', 'policy.json'], 'Name your server'],
  [['--id', id, ...server], 'Name the file with your settings.'],
]
test.each(wrong)('%j is answered with a sentence', (args, sentence) => {
  expect(() => readRequest(args)).toThrow(expect.objectContaining({ message: expect.stringContaining(sentence) }))
})

test.each([
  [['--polcy', 'policy.json'], 'There is no option --polcy.'],
  [['--id', id, ...server, '--policy', 'nothing.json'], 'The file nothing.json does not exist.'],
  [
    ['--id', id, ...server, '--policy', 'broken.json'],
    'broken.json:1:2: Chartside has no setting modles. Write models.',
  ],
  [['--check', 'windows.reg'], 'Only JSON files can be checked.'],
])('the command ends with 2, without a stack and without files: %j', async (args, sentence) => {
  const { code, output } = await run(...args)
  expect([code, output]).toEqual([2, expect.stringContaining(sentence)])
  expect(output).not.toMatch(/\n\s+at /)
  expect((await readdir(folder)).sort()).toEqual(['broken.json', 'policy.json'])
})

test('the files that it writes name every key as expected, and --check finds no mistake but the missing host', async () => {
  const out = join(folder, 'out')
  const written = await run('--id', id, ...server, '--policy', 'policy.json', '--out', out)
  expect(written.code).toBe(0)
  const settings = JSON.parse(await readFile(join(out, 'linux/chartside-settings.json'), 'utf8'))
  expect(settings['3rdparty'].extensions[id]).toMatchObject({ expectedKeys: ['serverUrl', 'models', 'popupButton'] })
  const local = join(out, 'linux/chartside-settings.json')
  await writeFile(
    local,
    (await readFile(local, 'utf8')).replace('https://chartside.clinic.example', 'http://127.0.0.1:8787'),
  )
  expect(await run('--check', local)).toEqual({ code: 0, output: 'chartside-settings.json: no mistakes found.\n' })
  await writeFile(local, (await readFile(local, 'utf8')).replace('"popupButton"', '"popupButtom"'))
  const checked = await run('--check', local)
  expect([checked.code, checked.output]).toEqual([1, expect.stringContaining('Write popupButton.')])
  await rm(out, { recursive: true })
})

test('--help names every option', async () => {
  const { code, output } = await run('--help')
  expect(code).toBe(0)
  for (const option of ['--id', '--server', '--policy', '--out', '--check', '--examples'])
    expect(output).toContain(option)
})
