import { expect, test } from 'vitest'
import { offeredWords } from './people-words.ts'

const role = {
  roleId: '0d0a51f6-4dd8-4b42-9d2c-5a9b1c2d3e4f',
  name: 'Clinician',
  permissions: [],
  status: 'invited' as const,
  createdAt: '2026-11-14T12:00:00Z',
}

test.each([
  ['waiting', 'The invitation waits to be sent.'],
  ['sent', 'The invitation was sent.'],
  ['failed', 'could not be delivered'],
  ['kept', 'in the inbox of the server'],
  ['none', 'This server sends no emails. Copy the link'],
] as const)('an invitation whose mail is %s is described as that', (mail, words) => {
  const sentence = offeredWords({ ...role, invitation: { at: '2026-11-14T12:00:00Z', mail } })
  expect(sentence).toContain(words)
  expect(sentence.includes('was sent')).toBe(mail === 'sent')
})
