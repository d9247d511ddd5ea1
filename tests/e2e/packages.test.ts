import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { packageFor } from '../../scripts/package/for-store.ts'
import { root } from '../../scripts/set-up.mjs'
import { partOf } from '../exhaustive.ts'

/** Matches the paths that are not copied, because they are not part of the source. */
const notSource = /(?:^|\/)(?:node_modules|\.output|\.wxt|\.git|\.data)(?:\/|$)/

let folder: string
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'chartside-copy-')), 'a longer name')
  await cp(root, folder, { recursive: true, filter: (path) => !notSource.test(relative(root, path)) })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

const browsers = ['chrome', 'edge', 'firefox'] as const
const builtTwice = partOf('packages', browsers)

test.each(browsers)(
  'two builds for %s in two folders are the same bytes, and hold nothing that must not be published',
  async (browser) => {
    const here = await packageFor(browser)
    expect(here.problems).toEqual([])
    if (!builtTwice.includes(browser)) return
    const there = await packageFor(browser, folder)
    expect(there.file).not.toBe(here.file)
    expect((await readFile(there.file)).equals(await readFile(here.file))).toBe(true)
  },
)

const names = z.array(z.string()).default([])
const manifestShape = z.object({
  permissions: names,
  optional_permissions: names,
  host_permissions: names,
  optional_host_permissions: names,
})

test.each([
  ['chrome', 'Chrome'],
  ['firefox', 'all'],
])(
  'every permission of the package for %s has its reason in the documents, and no other has',
  async (browser, column) => {
    const manifest = manifestShape.parse(
      JSON.parse(await readFile(join(root, '.output', `${browser}-mv3`, 'manifest.json'), 'utf8')),
    )
    const page = await readFile(join(root, 'docs/store/permissions.md'), 'utf8')
    const rows = [...page.matchAll(/^\| `([^`]+)` \| ([^|]+) \| [^|]{10,} \|$/gm)]
    const explained = rows.filter(([, , browsers = '']) => browsers.startsWith('all') || browsers.startsWith(column))
    expect(explained.map(([, name]) => name).sort()).toEqual(Object.values(manifest).flat().sort())
  },
)
