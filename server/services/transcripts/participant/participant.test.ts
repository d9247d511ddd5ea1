import { describe, expect, test } from 'vitest'
import { type Participant, wordsOfParticipant } from './index.ts'

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
  for (const label of ['Ms. Ruiz', 'Ana R.', 'Ana Ruiz (patient)', 'Patient Ana', 'Ruiz, Ana'])
    expect(wordsOfParticipant([`${label}: I slept well.`], ana)).toEqual([`${label}: I slept well.`])
})

describe('in a transcript that does not show who speaks', () => {
  const people = ['Ana Ruiz', 'Ben Okafor', 'Will Hale']
  const wordsOf = (name: string, turns: string[], names = people, speakers: Record<string, number[]> = {}) =>
    wordsOfParticipant(turns, {
      name,
      speakers: speakers[name] ?? [],
      others: names
        .filter((other) => other !== name)
        .map((other) => ({ name: other, speakers: speakers[other] ?? [] })),
    })

  test('each person gets the sentences that begin with their name, and no other sentence', () => {
    const turns = [
      'Welcome. Ana slept five hours. She drinks. Ana’s mother died. Ana takes 2.5 mg of lorazepam.',
      'Ben Okafor relapsed on Sunday.',
      'Today Mrs. Ruiz was calm. And Ben said yes.',
      'ana slept well.',
    ]
    expect(wordsOf('Ana Ruiz', turns)).toEqual([
      'Ana slept five hours.\nAna’s mother died.\nAna takes 2.5 mg of lorazepam.',
      '',
      'Today Mrs. Ruiz was calm.',
      'ana slept well.',
    ])
    expect(wordsOf('Ben Okafor', turns)).toEqual(['', 'Ben Okafor relapsed on Sunday.', 'And Ben said yes.', ''])
    expect(wordsOf('Okafor, Ben', turns, ['Okafor, Ben', 'Ana Ruiz'])[1]).toBe('Ben Okafor relapsed on Sunday.')
  })

  test.each([
    'I relapsed on Sunday.',
    'Relapsed on Sunday, Ana.',
    'Ana, relapsed on Sunday.',
    'Ana, I drink every day too.',
    'Ana knows that I drink.',
    'Ana sabe que yo bebo.',
    'Same as Ana.',
    'Ana and Ben drink together.',
    'Bebo como Ana.',
    'Ana? Relapsed on Sunday.',
    'Ana is right and Okafor drinks.',
    'ana how was the week relapsed on sunday',
    'ANA HOW WAS THE WEEK RELAPSED ON SUNDAY',
    'Ben to Ana: relapsed on Sunday.',
    'Ana and Ben: relapsed on Sunday.',
    'Anastasia relapsed on Sunday.',
    'Ana-Maria relapsed on Sunday.',
    'Ruiz relapsed on Sunday.',
  ])('“%s” could be the words of another person, and is in no note of Ana', (turn) => {
    expect(wordsOf('Ana Ruiz', [turn])).toEqual([''])
  })

  test('a name that is also a word needs a verb', () => {
    expect(wordsOf('Will Hale', ['Will you stop drinking? Will slept badly. Will Hale drinks.'])).toEqual([
      'Will slept badly.\nWill Hale drinks.',
    ])
  })

  test('a name that two people have belongs to nobody, unless the full name is said', () => {
    const family = ['Ana Ruiz', 'Ben Ruiz', 'Ana Marsh']
    const turns = ['Ana slept badly.', 'Mr. Ruiz relapsed.', 'Ana Ruiz drinks.', 'Ruiz: Nothing new.']
    expect(wordsOf('Ana Ruiz', turns, family)).toEqual(['', '', 'Ana Ruiz drinks.', ''])
    expect(wordsOf('Ben Ruiz', turns, family)).toEqual(['', '', '', ''])
    expect(wordsOf('Ana Marsh', turns, family)).toEqual(['', '', '', ''])
    expect(wordsOf('Ana Ruiz', ['Ana Ruiz drinks.'], ['Ana Ruiz', 'ana ruiz'])).toEqual([''])
  })

  test('a person without a voice gets no sentence that another person of the group says', () => {
    const turns = ['Speaker 0: Ana slept badly. Good.', 'Speaker 2: Ana slept badly, and drank.', 'Speaker 3: Hello.']
    expect(wordsOf('Ana Ruiz', turns, people, { 'Ben Okafor': [2] })).toEqual(['Speaker 0: Ana slept badly.', '', ''])
    // If the speaker numbers of a person are known (here 3 for Ana Ruiz), sentences about this person in other turns
    // are not kept.
    expect(wordsOf('Ana Ruiz', turns, people, { 'Ana Ruiz': [3] })).toEqual(['', '', 'Speaker 3: Hello.'])
  })
})
