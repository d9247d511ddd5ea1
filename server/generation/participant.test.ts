import { expect, test } from 'vitest'
import { type Participant, wordsOfParticipant } from './participant.ts'

const names = ['Ana Ruiz', 'Ben Okafor', 'Cleo Marsh', 'Dov Stern', 'Eve Lund', 'Finn Hale']
const canaries = ['orchid', 'quartz', 'trombone', 'glacier', 'saffron', 'kayak']
const participants = names.map((name, index) => ({ name, speakers: [index + 1] }))
const participantAt = (index: number): Participant => ({
  ...(participants[index] as (typeof participants)[number]),
  others: participants.filter((_, at) => at !== index),
})

/**
 * A group session. Each participant states a fact. The provider repeats it without a name, and then addresses the next
 * participant.
 */
const session = names.flatMap((name, index) => [
  `Speaker 0: ${index > 0 ? `The ${canaries[index - 1]}, that stays with me. ` : ''}${name.split(' ')[0]}, how was your week?`,
  `Speaker ${index + 1}: I dropped the ${canaries[index]} and slept badly. ${index > 0 ? `It was like what ${names[index - 1]?.split(' ')[0]} said about the ${canaries[index - 1]}.` : 'That is all.'}`,
])

test.each(names.map((name, index) => [name, index] as const))(
  'the note of %s contains their own fact, and nothing that another of the six said or was told',
  (_, index) => {
    const words = wordsOfParticipant(session, participantAt(index))
    expect(words).toHaveLength(session.length)
    expect(words.join('\n')).toContain(canaries[index])
    for (const [at, canary] of canaries.entries()) if (at !== index) expect(words.join('\n')).not.toContain(canary)
    for (const [at, name] of names.entries())
      if (at !== index) expect(words.join('\n')).not.toContain(name.split(' ')[0])
  },
)

test('the kept text occurs word for word in its turn', () => {
  for (const index of names.keys())
    wordsOfParticipant(session, participantAt(index)).forEach((turn, at) => {
      const words = turn.replace(/^Speaker \d: /, '')
      expect(session[at]).toContain(words)
    })
})

test('a question to a person is kept together with their answer', () => {
  expect(wordsOfParticipant(session, participantAt(1))[2]).toBe('Speaker 0: Ben, how was your week?')
})

test('without numbers, people are recognised by the name in their turns', () => {
  const turns = ['Ana: I slept well.', 'Ben Okafor: I did not.', 'Speaker 3: Nor did I.']
  const ana: Participant = { name: 'Ana Ruiz', speakers: [], others: [{ name: 'Ben Okafor', speakers: [] }] }
  expect(wordsOfParticipant(turns, ana)).toEqual(['Ana: I slept well.', '', ''])
})
