import { expect, test } from 'vitest'
import { describeFailure, isDatabaseAway, isUnstorable } from './problem.ts'

const secret = 'what the patient said'
const failing = (code: string, message = secret) => Object.assign(new Error(message), { code })

test('a failure is described without its message, no matter how deeply it is nested', () => {
  const error = new Error(`Failed query: insert … params: ${secret}`, { cause: failing('23505') })
  error.stack = `Error: ${secret}\nat ${secret}\n    at run (file:///server/x.ts:1:2)`
  const described = describeFailure(error)
  expect(JSON.stringify(described)).not.toContain(secret)
  expect(described).toMatchObject({
    failure: 'Error',
    because: 'Error 23505',
    at: ['at run (file:///server/x.ts:1:2)'],
  })
})

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '57014', '08006', '53300'])(
  '%s means that the database is unreachable, wherever it occurs in the error',
  (code) => {
    expect(isDatabaseAway(new Error('outer', { cause: failing(code) }))).toBe(true)
  },
)

test.each(['23505', '42P01', '22021'])('%s does not mean that', (code) => {
  expect(isDatabaseAway(failing(code))).toBe(false)
})

test('a character that cannot be stored is recognised as the cause', () => {
  expect(isUnstorable(new Error('outer', { cause: failing('22021') }))).toBe(true)
  expect(isUnstorable(failing('23505'))).toBe(false)
})
