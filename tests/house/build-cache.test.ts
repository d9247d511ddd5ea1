import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildIfChanged } from '../../scripts/build-cache.ts'

let project: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'chartside-builds-'))
  await save('source/a.ts', 'one')
  await save('package.json', '{}')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(project, { recursive: true, force: true })
})

async function save(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true })
  await writeFile(join(project, path), content)
}

/** Builds `result/out` from `source/a.ts`, if that is necessary. Returns true if it was built. */
const build = (meanwhile: () => Promise<void> = async () => {}) =>
  buildIfChanged(
    {
      name: 'example',
      sources: ['source', 'package.json', '.env'],
      folder: 'result',
      async build() {
        const content = await readFile(join(project, 'source/a.ts'), 'utf8').catch(() => 'none')
        await meanwhile()
        await rm(join(project, 'result'), { recursive: true, force: true })
        await save('result/out', content)
      },
    },
    project,
  )

test('the first start builds, and the next one uses the result', async () => {
  expect([await build(), await build(), await build()]).toEqual([true, false, false])
})

test.each<[string, () => Promise<void>]>([
  ['an edited source', () => save('source/a.ts', 'two')],
  ['an edit of the same length', () => save('source/a.ts', 'owt')],
  ['a new source', () => save('source/deep/b.ts', '')],
  ['a renamed source', () => rename(join(project, 'source/a.ts'), join(project, 'source/b.ts'))],
  ['a deleted source', () => rm(join(project, 'source/a.ts'))],
  ['other packages', () => save('package.json', '{"version":"2"}')],
  ['a file of settings that was not there', () => save('.env', 'WXT_SERVER_URL=https://clinic.example')],
  ['a variable that is built in', async () => void vi.stubEnv('WXT_SERVER_URL', 'https://clinic.example')],
  ['a result that another command has built', () => save('result/out', 'of another state')],
  ['a result with a file too many', () => save('result/more', '')],
  ['a missing result', () => rm(join(project, 'result'), { recursive: true })],
])('%s builds again, once', async (_, change) => {
  await build()
  await change()
  expect([await build(), await build()]).toEqual([true, false])
})

test('an edit that is taken back needs no build, if the result is still that of the sources', async () => {
  await build()
  await save('source/a.ts', 'two')
  await save('source/a.ts', 'one')
  expect(await build()).toBe(false)
  await save('source/a.ts', 'two')
  await build()
  await save('source/a.ts', 'one')
  expect(await build()).toBe(true)
  expect(await readFile(join(project, 'result/out'), 'utf8')).toBe('one')
})

test('tests and files beside the sources need no build', async () => {
  await build()
  await save('source/a.test.ts', '')
  await save('elsewhere/b.ts', '')
  expect(await build()).toBe(false)
})

test('a source that is edited while it is built is built again', async () => {
  expect(await build(() => save('source/a.ts', 'two'))).toBe(true)
  expect([await build(), await build()]).toEqual([true, false])
  expect(await readFile(join(project, 'result/out'), 'utf8')).toBe('two')
})

test('a build that failed is built again', async () => {
  const refuse = async () => {
    throw new Error('a mistake in a.ts')
  }
  await expect(build(refuse)).rejects.toThrow('a mistake in a.ts')
  expect([await build(), await build()]).toEqual([true, false])
})
