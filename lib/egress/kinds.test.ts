import { expect, test } from 'vitest'
import { allEndpoints } from '../contracts/index.ts'
import { socketPath } from '../contracts/socket.ts'
import { egressKinds, kindOf } from './kinds.ts'

test('every call of the server has a kind', () => {
  expect(allEndpoints.filter(({ path }) => kindOf(path) === 'other').map(({ path }) => path)).toEqual([])
  expect(allEndpoints.map(({ path }) => kindOf(path)).every((kind) => egressKinds.includes(kind))).toBe(true)
})

test.each([
  [socketPath, 'sound'],
  ['/api/user/recordings/6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11/audio', 'sound'],
  ['/api/user/recordings/6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11/unwrap', 'keys'],
  ['/api/user/transcription/ticket', 'ticket'],
  ['/api/user/transcripts/submit/file', 'files'],
  ['/api/user/transcripts', 'words'],
  ['/api/user/reports/7/events', 'notes'],
  ['/api/user/layouts', 'templates'],
  ['/api/user/login/token', 'sign-in'],
  ['/api/user/google/directory', 'organisation'],
  ['/api', 'check'],
  ['/metrics', 'other'],
] as const)('%s carries %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind)
})
