import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Tables whose rows belong to somebody. */
const owned = ['layouts', 'outputs', 'transcripts']

/**
 * Files that may use the owned tables without a condition from `server/authority`. Either the file acts for no caller,
 * so there are no rights to check, or the rights were checked before. Every other file must use such a condition.
 */
const withoutCaller = [
  // These files run jobs. A job works only on the row whose lease it holds.
  'server/services/generation-job/write.ts',
  'server/services/transcript-files/hear.ts',
  'server/services/transcript-files/job.ts',
  'server/services/transcript-files/see.ts',
  'server/services/transcript-files/waiting.ts',
  // This file stores the templates that are part of the product.
  'server/services/seed.ts',
  // This file only tells whether rows exist. The functions that call it have checked the rights before, at the
  // transcript or note with which these rows are connected.
  'server/services/transcripts/existence.ts',
]

const usersOfOwnedTables = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .map((file) => relative(root, join(root, 'server', file)))
  .filter((file) => file.endsWith('.ts') && !/^server\/(store|authority)\//.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  .filter(({ source }) =>
    [...source.matchAll(/import \{([^}]*)\} from '[^']*store\/schema\/index\.ts'/g)].some(([, names = '']) =>
      owned.some((table) => new RegExp(`\\b${table}\\b`).test(names)),
    ),
  )

test('a query of an owned table takes its condition from the room that states who may do what', () => {
  const without = usersOfOwnedTables
    .filter(({ source }) => !source.includes('/authority/index.ts'))
    .map(({ file }) => file)
  expect(without.sort()).toEqual([...withoutCaller].sort())
  expect(usersOfOwnedTables.length).toBeGreaterThan(withoutCaller.length + 5)
})

test('no file outside that room compares an owner column', () => {
  const columns = new RegExp(`\\b(?:eq|inArray|isNull)\\((?:${owned.join('|')})\\.(?:userId|directoryId|customerId)`)
  const own = usersOfOwnedTables.filter(({ source }) => columns.test(source)).map(({ file }) => file)
  expect(own).toEqual([])
})
