import { expect, test } from 'vitest'
import { refuseCommonPassword } from './common-passwords.ts'
import { hashPassword, passwordFits } from './passwords.ts'

test('only the right password fits, and without a stored hash none does', async () => {
  const stored = await hashPassword('four words that fit')
  expect(await passwordFits(stored, 'four words that fit')).toBe(true)
  expect(await passwordFits(stored, 'four words that do not')).toBe(false)
  for (const word of ['four words that fit', 'a password that nobody has'])
    expect(await passwordFits(null, word)).toBe(false)
})

test.each([
  ['password123', false],
  ['Manchester2024!', false],
  ['!!2024manchester', false],
  ['123456789', false],
  ['Chartside-2026!', false],
  ['2026psychiatry', false],
  ['chartside beside the chart', true],
  ['abcabcabcabc', false],
  ['aabbccddaabbccdd', true],
  ['ana@clinic.example', false],
  ['ANA@clinic.example', false],
  ['ana@clinic.example.', true],
  ['correct horse battery', true],
  ['1984-7302-6615', true],
  ['пароль из четырёх слов', true],
])('%s is accepted as a password: %s', async (password, isAccepted) => {
  const refusal = await refuseCommonPassword(password, ' Ana@clinic.example').catch((problem: unknown) => problem)
  if (isAccepted) expect(refusal).toBeUndefined()
  else expect(refusal).toMatchObject({ code: 'invalid_request', issues: [{ path: 'body.password' }] })
})
