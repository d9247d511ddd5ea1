import { afterEach, expect, test, vi } from 'vitest'
import { type MicrophoneSource, openingProblem, openMicrophone } from './microphone.ts'

const streamOf = (label: string) => ({ getAudioTracks: () => [{ label }] }) as unknown as MediaStream

afterEach(() => {
  vi.useRealTimers()
})

/** Fake media devices that answer each request in turn, with a stream (by label) or a failure (by error name). */
function media(...answers: ({ label: string } | { failure: string })[]) {
  const asked: unknown[] = []
  const source: MicrophoneSource = {
    async getUserMedia(constraints) {
      asked.push(constraints?.audio)
      const answer = answers[asked.length - 1]
      if (answer === undefined) throw new Error('asked once too often')
      if ('failure' in answer) throw new DOMException('', answer.failure)
      return streamOf(answer.label)
    },
  }
  return { source, asked }
}
const busy = { failure: 'NotReadableError' }

test('a chosen microphone that fails with the usual settings is tried with plain settings before any other', async () => {
  const { source, asked } = media(busy, { label: 'Jabra' })
  const opened = await openMicrophone('jabra', source)
  expect(asked).toMatchObject([
    { echoCancellation: true, deviceId: { exact: 'jabra' } },
    { deviceId: { exact: 'jabra' } },
  ])
  expect(opened.how).toBe('plain')
  expect(openingProblem(opened, false)).toBe(
    'Chartside could not change the settings of the microphone. The recording continues with the microphone’s standard settings.',
  )
})

test('if a chosen microphone cannot be opened, another one is used and named', async () => {
  const { source, asked } = media(busy, busy, { label: 'Built-in' })
  const opened = await openMicrophone('jabra', source)
  expect(asked[2]).toBe(true)
  expect(openingProblem(opened, false)).toBe(
    'The chosen microphone could not be used. The recording continues with Built-in.',
  )
  expect(openingProblem({ ...opened, stream: streamOf('') }, false)).toContain('with the system’s microphone.')
})

test('a microphone that opens as requested is no problem, unless another one was unplugged before', async () => {
  const opened = await openMicrophone(null, media({ label: 'Built-in' }).source)
  expect(openingProblem(opened, false)).toBeNull()
  expect(openingProblem(opened, true)).toBe('The microphone was disconnected. The recording continues with Built-in.')
})

test('after a denied permission no other microphone is tried, because it would be denied too', async () => {
  const { source, asked } = media({ failure: 'NotAllowedError' })
  await expect(openMicrophone('jabra', source)).rejects.toMatchObject({ code: 'microphone-denied' })
  expect(asked).toHaveLength(1)
})

test('if there is no microphone the error says so, and any other failure gets the message of the catalogue', async () => {
  const gone = { failure: 'NotFoundError' }
  await expect(openMicrophone('jabra', media(gone, gone, gone).source)).rejects.toMatchObject({
    code: 'microphone-missing',
  })
  await expect(openMicrophone(null, media(busy, busy).source)).rejects.toThrow(
    'Failed to initialize audio context or stream',
  )
})

test('an audio system that never answers causes a timeout, and a microphone that opens later is released', async () => {
  vi.useFakeTimers()
  const opening = Promise.withResolvers<MediaStream>()
  const opened = openMicrophone('jabra', { getUserMedia: () => opening.promise })
  const failed = expect(opened).rejects.toMatchObject({ code: 'failed' })
  await vi.advanceTimersByTimeAsync(10_000)
  await failed
  const stop = vi.fn()
  opening.resolve({ getTracks: () => [{ stop }] } as unknown as MediaStream)
  await vi.advanceTimersByTimeAsync(0)
  expect(stop).toHaveBeenCalledOnce()
})
