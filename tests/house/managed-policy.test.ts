import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { policyKeys } from '../../lib/contracts/policy.ts'
import { managedSchema } from '../../lib/policy/managed-schema.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the managed schema in the package is the one of the contract', () => {
  const stored: unknown = JSON.parse(read('public/managed-policy.json'))
  expect(stored, 'Run: node scripts/run.mjs scripts/managed-policy.ts').toEqual(managedSchema())
})

test('every key of the policy is described, in the schema and in the guide for administrators', () => {
  const { properties = {} } = managedSchema()
  expect(Object.keys(properties)).toEqual(policyKeys)
  expect(policyKeys.filter((key) => !properties[key]?.description)).toEqual([])
  const documented = [...read('docs/administrators.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key)
  expect(documented).toEqual(policyKeys)
})

test('the browser is told types only, so that it never drops a value because of one wrong word in it', () => {
  expect(read('public/managed-policy.json')).not.toMatch(
    /"(?:enum|pattern|minimum|maximum|format|additionalProperties)"/,
  )
})
