import { expect, test } from 'vitest'
import { ApiError } from '../../api/index.ts'
import type { ErrorCode } from '../../contracts/index.ts'
import { refusalOf } from './upload-refusal.ts'

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0)
const answer = (status: number, over: { code?: ErrorCode; detail?: string; retryAfter?: string } = {}) =>
  new ApiError({
    status,
    message: '',
    url: '',
    headers: new Headers(over.retryAfter === undefined ? {} : { 'retry-after': over.retryAfter }),
    ...(over.code ? { body: { code: over.code, message: over.detail ?? '' } } : {}),
  })

test('a busy server is tried again when it says, in seconds or at a time, and otherwise after 10 s', () => {
  const waits = ['7', 'Sat, 21 Nov 2026 12:00:30 GMT', 'Sat, 21 Nov 2026 11:00:00 GMT', 'soon', undefined].map(
    (retryAfter) => refusalOf(answer(429, retryAfter === undefined ? {} : { retryAfter }), nowMs)?.retryAfterMs,
  )
  expect(waits).toEqual([7000, 30_000, 0, 10_000, 10_000])
  const told = { code: 'too_many_requests', detail: 'Wait until one of them has arrived.' } as const
  expect(refusalOf(answer(429, told), nowMs)?.message).toBe('Wait until one of them has arrived.')
})

test('every refusal gives its reason and what to do, and only one because of size leads to smaller pieces', () => {
  const told = (status: number, code?: ErrorCode, detail?: string) => {
    const refusal = refusalOf(answer(status, code && detail ? { code, detail } : {}), nowMs)
    return [refusal?.message, refusal?.tooLarge, refusal?.retryAfterMs]
  }
  expect(told(400, 'invalid_request', 'The language is not known.')).toEqual([
    'The server did not accept a part of the recording. The language is not known. Tell the administrator of the server.',
    false,
    null,
  ])
  expect(told(413)).toEqual([expect.stringContaining('allow requests of 8 MB'), true, null])
  expect(told(401, 'session_ended', 'This session has ended.')[0]).toBe('Sign in to send the recording.')
  const unread = new ApiError({ status: 200, message: 'Update Chartside.', url: '' })
  expect(refusalOf(unread, nowMs)?.message).toBe('Update Chartside.')
  expect(told(503, 'no_engine', 'This server cannot turn speech into text. Type the note instead.')[0]).toBe(
    'This server cannot turn speech into text. Type the note instead.',
  )
})

test('an unreachable or failing server has not refused anything', () => {
  for (const error of [answer(503), answer(502), answer(500, { code: 'internal', detail: '-' }), new Error('-')]) {
    expect(refusalOf(error, nowMs)).toBeNull()
  }
})
