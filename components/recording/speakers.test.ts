import { expect, test } from 'vitest'
import { elapsedText } from '../../lib/transcript/elapsed.ts'
import { speakerName, spokenTurn, turnName } from './speakers.ts'

test('a remark of the clinician is no speech, and is shown as one', () => {
  const remark = spokenTurn('Remark of the clinician: Looks tired.')
  expect(remark).toEqual({ speaker: null, words: 'Looks tired.', remark: true })
  expect(turnName(remark, 'Maya Okafor')).toBe('Your remark')
})

test('a turn without a label has no speaker: none is guessed', () => {
  expect(spokenTurn('Fine, thanks.')).toEqual({ speaker: null, words: 'Fine, thanks.' })
  expect(speakerName(null, 'Maya Okafor')).toBe('')
})

test('the provider is shown as You, the patient by first name, others by number', () => {
  expect([0, 1, 2].map((speaker) => speakerName(speaker, 'Okafor, Maya'))).toEqual(['You', 'Maya', 'Speaker 2'])
  expect(speakerName(1, '')).toBe('Patient')
})

test('time is shown as minutes and seconds, with hours from one hour on', () => {
  expect([0, 1_457_000, 3_849_000].map(elapsedText)).toEqual(['00:00', '24:17', '1:04:09'])
})
