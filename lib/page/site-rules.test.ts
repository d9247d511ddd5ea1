import { expect, test } from 'vitest'
import { siteRules } from '../contracts/index.ts'

const rules = { host: '*.example.org', version: 1, fields: [{ control: '[name="f1"]', label: 'Mood' }] }

test('rules for a site are selectors and words alone', () => {
  expect(siteRules.parse(rules).fields).toHaveLength(1)
  const bad = [
    { ...rules, script: 'alert(1)' },
    { ...rules, host: 'https://example.org/' },
    { ...rules, host: '*' },
    { ...rules, fields: [{ control: 'input', label: 'Mood', run: '() => 1' }] },
    { ...rules, patientName: 'h1 { color: red }' },
    { ...rules, skip: '<script>' },
    { ...rules, fields: [{ control: '' }] },
  ]
  for (const each of bad) expect(siteRules.safeParse(each).success).toBe(false)
})
