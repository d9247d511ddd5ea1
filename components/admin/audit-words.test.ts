import { expect, test } from 'vitest'
import { auditQuery } from '../../lib/contracts/index.ts'
import { auditChoices, auditWords } from './audit-words.ts'

const choices = auditChoices.flatMap(({ items }) => items)

test('the server accepts every choice of the filter', () => {
  for (const { value } of choices) expect(auditQuery.safeParse({ action: value }).success, value).toBe(true)
})

test('no two choices have the same words', () => {
  expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length)
})

test('an action of an earlier version is shown as it is stored', () => {
  expect(auditWords('report.sign')).toBe('Note signed')
  expect(auditWords('report.fax')).toBe('report.fax')
})
