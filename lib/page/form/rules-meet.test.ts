import { expect, test } from 'vitest'
import { siteRules } from '../../contracts/index.ts'
import { rulesFor } from './rules-meet.ts'

const rules = { host: '*.example.org', version: 1, fields: [{ control: '[name="f1"]', label: 'Mood' }] }

test('rules for a site consist only of selectors and words', () => {
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

test('of several rules for a host, exact ones come before wider ones, and newer before older', () => {
  const rule = (host: string, version: number) => siteRules.parse({ host, version })
  const known = [
    rule('*.example.org', 9),
    rule('a.example.org', 1),
    rule('a.example.org', 2),
    rule('*.b.example.org', 1),
  ]
  expect(rulesFor('a.example.org', known)).toMatchObject({ host: 'a.example.org', version: 2 })
  expect(rulesFor('x.b.example.org', known)).toMatchObject({ host: '*.b.example.org' })
  expect(rulesFor('c.example.org', known)).toMatchObject({ version: 9 })
  expect(rulesFor('example.com', known)).toBeNull()
})
