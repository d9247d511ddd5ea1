import { expect, test } from 'vitest'
import { whoSpeaks } from './who.ts'

const visit = { patient: { name: 'Maya Okafor' }, provider: { name: 'Ana Cruz' } }

test('speakers of two channels are the provider and the patient; further ones are not known', () => {
  const turns = ['Speaker 0: Hello.', 'Speaker 1: Hi.', 'Speaker 2: I am her brother.', 'Speaker 0: Fine.']
  expect(whoSpeaks(turns, {}, false)).toBe(
    'Who speaks: "Speaker 0": the provider; "Speaker 1": the patient; "Speaker 2": not known.',
  )
})

test('speakers that were told apart by their voices are not known', () => {
  expect(whoSpeaks(['Speaker 0: Hello.', 'Speaker 1: Hi.'], {}, true)).toBe(
    'Who speaks: "Speaker 0": not known; "Speaker 1": not known.',
  )
})

test('labels name the provider and the patient by name or by profession, also with recognised voices', () => {
  expect(whoSpeaks(['Dr. Cruz: Hello.', 'Maya: Hi.', 'Okafor: Hi.'], visit, true)).toBe(
    'Who speaks: "Dr. Cruz": the provider; "Okafor": the patient.',
  )
  expect(whoSpeaks(['[patient] Hi.', 'Therapist: Hello.'], {}, false)).toContain('"Therapist": the provider')
})

test('a family member with the name of both is not guessed, and words without labels have no speaker', () => {
  const family = { patient: { name: 'Maya Cruz' }, provider: { name: 'Ana Cruz' } }
  expect(whoSpeaks(['Cruz: Hello.'], family, false)).toBe('Who speaks which turn is not known.')
  expect(whoSpeaks(['I slept well.'], visit, false)).toBe('Who speaks which turn is not known.')
})
