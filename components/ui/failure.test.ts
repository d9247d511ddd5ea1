import { expect, test } from 'vitest'
import { ApiError, answerError, networkError } from '../../lib/api/api-error.ts'
import { CaptureError } from '../../lib/audio/capture-error.ts'
import { plainSentence, sentenceOf } from './failure.ts'

const url = 'https://chartside.example/api'

test('a message that is worded for developers becomes a sentence that says what to do', () => {
  expect(sentenceOf(networkError(url, true, undefined))).toMatch(/^The server cannot be reached\. Check/)
  expect(sentenceOf(networkError(url, false, undefined))).toMatch(/no internet connection/)
  expect(sentenceOf(new CaptureError('unsupported'))).toMatch(/^This browser cannot record sound\./)
  expect(sentenceOf(new CaptureError('failed'))).toMatch(/^The microphone could not be started\./)
  expect(plainSentence('Socket closed before finishing')).toMatch(/^The connection to the server was lost\./)
})

test('an answer without a sentence of the server names its status, and shows nothing of its body', () => {
  const error = answerError({ status: 502, url }, '<html>\nbad gateway ( nginx )</html>')
  expect(sentenceOf(error)).toBe(
    'The server answered with an error (status 502). Try again, or tell your administrator.',
  )
})

test('a sentence of the server, and every other message, stays as it is', () => {
  const body = { code: 'conflict', message: 'Choose another identifier.' } as const
  expect(sentenceOf(new ApiError({ status: 409, message: '-', url, body }))).toBe(body.message)
  expect(sentenceOf(new CaptureError('microphone-missing'))).toContain('No microphone was found')
  expect(sentenceOf('no error')).toBe(
    'An unknown error occurred. Try again. If the error occurs again, tell your administrator.',
  )
})
