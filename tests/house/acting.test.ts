import { expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../lib/contracts/index.ts'
import { type Acting, actingCalls } from '../../server/authority/index.ts'

const calls = Object.entries(endpoints).flatMap(([group, ofGroup]) =>
  Object.entries(ofGroup as Record<string, Endpoint>).map(([name, endpoint]) => {
    const table: Record<string, Record<string, Acting>> = actingCalls
    return { name, endpoint, acting: table[group]?.[name] }
  }),
)
const named = (...acting: Acting[]) => calls.filter((call) => call.acting !== undefined && acting.includes(call.acting))

test('the table of acting says something about every call, and about no other', () => {
  expect(calls.filter(({ acting }) => acting === undefined)).toEqual([])
  expect(Object.values(actingCalls).flatMap((group) => Object.keys(group))).toHaveLength(calls.length)
})

test('an acting administrator changes only what the short list of repairs names', () => {
  expect(named('repair').map(({ name }) => name)).toEqual([
    'logoutAll',
    'updateLayout',
    'retryReport',
    'endSession',
    'restoreLayoutVersion',
    'syncLicenses',
    'syncLicensesByGet',
    'replayWebhookDelivery',
    'changeResellerTemplate',
  ])
})

test('looking stores nothing', () => {
  const storing = named('look').filter(({ endpoint }) => endpoint.changes)
  expect(storing.map(({ name }) => name)).toEqual([
    'generateFields',
    'nameFields',
    'generateExamples',
    'generateResellerExample',
  ])
})

test('a call that takes the session of a person is never left out', () => {
  const audiences = new Set(named('none').map(({ endpoint }) => endpoint.audience))
  expect([...audiences].sort()).toEqual(['bearer', 'customer', 'key', 'public'])
  const admin = calls.filter(({ endpoint }) => endpoint.audience === 'admin')
  expect(admin.filter(({ acting }) => acting !== 'refused')).toEqual([])
})
