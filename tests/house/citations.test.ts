import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Every source file and document of the repository, with its text. */
const texts = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
  .split('\n')
  .filter((path) => path !== '' && path !== 'tests/house/citations.test.ts')
  .flatMap((path) => {
    try {
      return [{ path, text: read(path) }]
    } catch {
      // The file is deleted from the working folder, but git still lists it.
      return []
    }
  })

/** The numbers of all rules. A rule is a list entry (`- 4.2 …`) or a heading above a table (`### 14.2 …`). */
const rules = [...read('docs/product.md').matchAll(/^(?:- |### )(\d+\.\d+) /gm)].map(([, rule]) => rule)

test('no two rules of docs/product.md have the same number', () => {
  expect(rules.length).toBeGreaterThan(100)
  expect([...new Set(rules)]).toEqual(rules)
})

test('every rule that a comment, a test or a document cites stands in docs/product.md', () => {
  const citation = /\bproduct[\s*/]+(\d+\.\d+(?:(?:,| and| to)[\s*/]+\d+\.\d+)*)/gi
  const cited = texts.flatMap(({ path, text }) =>
    [...text.matchAll(citation)].flatMap(([, numbers = '']) =>
      (numbers.match(/\d+\.\d+/g) ?? []).map((rule) => ({ path, rule })),
    ),
  )
  expect(cited.length).toBeGreaterThan(200)
  expect(cited.filter(({ rule }) => !rules.includes(rule))).toEqual([])
})

test('nothing cites a document that is not in the repository', () => {
  const outside = /§|\b(?:spec|specification|design)\s+(?:section|chapter)?\s*\d|\bspec\.md\b|\bdesign\.md\b/i
  const citing = texts.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (outside.test(line) ? [`${path}:${index + 1}`] : [])),
  )
  expect(citing).toEqual([])
})
