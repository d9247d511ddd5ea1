import { describe, expect, test } from 'vitest'
import { namedVoicesOf, participantsOf, peopleOf, voicesOf, whyNotYet } from './people.ts'

const turns = [
  'Speaker 0: Welcome. Who would like to begin?',
  'Speaker 2: My name is Ines, and this week was hard.',
  'Speaker 1: Hi.',
  'Speaker 0: My name is Ruth, by the way.',
  'Speaker 1: I slept better since we met last time, about seven hours, and I walk every day now.',
]

describe('the people of a group session', () => {
  test('are its voices except the provider’s, in order, each with words by which the user can recognise it', () => {
    expect(voicesOf(turns)).toEqual([
      { speaker: 1, sample: 'I slept better since we met last time, about seven hours, and…' },
      { speaker: 2, sample: 'My name is Ines, and this week was hard.' },
    ])
  })

  test('have the names they gave themselves; no name is guessed', () => {
    expect(peopleOf(turns).map(({ name, speaker }) => [name, speaker])).toEqual([
      ['', 1],
      ['Ines', 2],
    ])
  })

  test('are the people whom the transcript names before their words; roles, remarks and other words are nobody', () => {
    const named = [
      'Therapist: Welcome.',
      'Anna: I slept badly.',
      'Remark of the clinician: Ben came late.',
      'Ben: Me too, and I missed you all last time, more than I had thought.',
      'Therapist: Why?',
      'Plan: walk every day.',
      'Anna: Work.',
      'Ben: I see.',
    ]
    expect(namedVoicesOf(named)).toEqual([
      { label: 'Anna', sample: 'I slept badly.' },
      { label: 'Ben', sample: 'Me too, and I missed you all last time, more than I…' },
    ])
    const people = peopleOf(named)
    expect(people.map(({ name, label, speaker }) => [name, label, speaker])).toEqual([
      ['Anna', 'Anna', null],
      ['Ben', 'Ben', null],
    ])
    expect(whyNotYet(people)).toBeNull()
    const [anna, ben] = people
    if (!anna || !ben) throw new Error('Two people are named.')
    // The server finds the turns of a person by the name.
    expect(whyNotYet([{ ...anna, name: 'Anna Berg' }, ben])).toBeNull()
    expect(whyNotYet([{ ...anna, name: 'Maya' }, ben])).toMatch(/calls this person “Anna”/)
    expect(whyNotYet([anna, { ...ben, label: 'Anna', name: 'Anna B' }])).toMatch(/same voice/)
    expect(participantsOf(people)).toEqual([
      { name: 'Anna', patientId: 'Anna' },
      { name: 'Ben', patientId: 'Ben' },
    ])
  })

  test('are named by hand if voices are not distinguished', () => {
    expect(peopleOf(['We all talked about sleep.']).map(({ name, speaker }) => [name, speaker])).toEqual([
      ['', null],
      ['', null],
    ])
  })

  test('must each have one name and one voice before anything is written', () => {
    const [one, two] = peopleOf(turns)
    if (!one || !two) throw new Error('Two voices are told apart.')
    expect(whyNotYet([])).toMatch(/Add the people/)
    expect(whyNotYet([one, two])).toMatch(/a name/)
    expect(whyNotYet([{ ...one, name: ' ines' }, two])).toMatch(/same name/)
    expect(whyNotYet([{ ...one, name: 'Maya', speaker: 2 }, two])).toMatch(/same voice/)
    expect(whyNotYet([{ ...one, name: 'Maya' }, two])).toBeNull()
  })

  test('are sent to the server with their voices, and by name if a number is missing', () => {
    const [one, two] = peopleOf(turns)
    if (!one || !two) throw new Error('Two voices are told apart.')
    expect(participantsOf([{ ...one, name: ' Maya ', number: '004812' }, two])).toEqual([
      { name: 'Maya', patientId: '004812', speakers: [1] },
      { name: 'Ines', patientId: 'Ines', speakers: [2] },
    ])
  })
})
