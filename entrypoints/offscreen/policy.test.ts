import { expect, test, vi } from 'vitest'
import { noSeatSentence } from '../../lib/contracts/index.ts'
import { readPolicy } from '../../lib/policy/index.ts'
import { idleRecording, type RecordingState } from '../../lib/transcript/recording-state.ts'
import { allowedTerms, demandRecording, endRefused, eraseOutdated } from './policy.ts'

const present = { policy: readPolicy({}) }
vi.mock('../../lib/browser/messages.ts', () => ({ background: { sendMessage: async () => present.policy } }))

const server = 'https://chartside.example'

/** A fake recording that notes which of its functions are called. `keeps`: true if the disk can store the recording. */
function running(keeps: boolean, state: Partial<RecordingState> = {}) {
  const done: string[] = []
  const note =
    (what: string, works = true) =>
    async () => {
      if (!works) throw new Error('It cannot be kept.')
      done.push(what)
    }
  const recording = {
    state: { ...idleRecording, phase: 'recording' as const, ...state },
    leave: note('leave', keeps),
    pause: note('pause'),
    stop: async () => {
      done.push('stop')
      return { transactionId: '', turns: [] }
    },
  }
  return { done, recording }
}
const elsewhere = readPolicy({ serverUrl: 'https://other.example' })

test('a recording for a server that is not allowed any more is kept on the disk', async () => {
  const { done, recording } = running(true)
  await endRefused(elsewhere, recording, server)
  expect(done).toEqual(['leave'])
})

test('where the disk cannot keep it, it is paused and waits. It is not discarded', async () => {
  const { done, recording } = running(false)
  await endRefused(elsewhere, recording, server)
  expect(done).toEqual(['pause'])
})

test('without the microphone, it is finished and sent; a policy that allows it changes nothing', async () => {
  const { done, recording } = running(true)
  await endRefused(readPolicy({ serverUrl: server, captureSources: ['tab'] }), recording, server)
  expect(done).toEqual(['stop'])
  const allowed = running(true)
  await endRefused(readPolicy({ serverUrl: server }), allowed.recording, server)
  expect(allowed.done).toEqual([])
})

test('a person without a seat in the directory of the policy records nothing, neither a visit nor a dictation', async () => {
  const directoryId = '6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11'
  const options = {
    ...{ language: 'en', skipSave: false, microphoneId: null, gain: 1, tab: null, patient: null, consent: null },
  }
  for (const place of ['session', 'dictation'] as const) {
    present.policy = readPolicy({ directoryId })
    await expect(demandRecording({ ...options, place }, server)).rejects.toThrow(noSeatSentence)
    present.policy = { ...readPolicy({ directoryId }), currentDirectoryId: directoryId }
    await demandRecording({ ...options, place }, server)
  }
  present.policy = readPolicy({})
})

test('a recording that runs goes on if the seat is lost: it is not ended, and nothing of it is lost', async () => {
  const { done, recording } = running(true)
  await endRefused(readPolicy({ directoryId: '6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11' }), recording, server)
  expect(done).toEqual([])
})

test('names and medicines go with a recording unless the organisation has turned this off', async () => {
  const options = {
    ...{ place: 'session' as const, language: 'en', skipSave: false, microphoneId: null, gain: 1, tab: null },
    patient: null,
    terms: ['Okafor'],
  }
  expect((await allowedTerms(options)).terms).toEqual(['Okafor'])
  present.policy = readPolicy({ disabledFeatures: ['speech-terms'] })
  expect(await allowedTerms(options)).not.toHaveProperty('terms')
  present.policy = readPolicy({})
})

test('recordings that are older than allowed are erased, whoever made them; one that cannot be erased keeps no other', async () => {
  const expired: string[] = []
  const waiting = (id: string, days: number) => ({
    ...{ id, place: 'session' as const, durationMs: 128, patient: null, access: 'sign-in' as const },
    startedAt: new Date(Date.now() - days * 24 * 60 * 60_000).toISOString(),
  })
  const recovery = {
    list: async () => [waiting('running', 9), waiting('old', 8), waiting('new', 1)],
    async expire(id: string) {
      if (id === 'running') throw new Error('This recording is still running.')
      expired.push(id)
    },
  }
  await eraseOutdated(readPolicy({}), recovery)
  expect(expired).toEqual([])
  await eraseOutdated(readPolicy({ retention: { audioDays: 7 } }), recovery)
  expect(expired).toEqual(['old'])
})
