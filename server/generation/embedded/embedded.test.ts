import { describe, expect, test } from 'vitest'
import type { Field } from '../../../lib/contracts/index.ts'
import { embeddedWriter, findOmissions, generate } from '../index.ts'
import { personOf } from './person.ts'
import { retellPatient, retellProvider } from './retell.ts'

const she = personOf({ patient: { pronouns: 'she/her' } }, '')
const they = personOf({}, '')

describe('the third person', () => {
  test.each([
    ["I've been sleeping badly.", 'Client has been sleeping badly.'],
    ['I wake up at two and just lie there.', 'Client wakes up at two and just lies there.'],
    ["Yeah, I don't drink.", 'Client does not drink.'],
    ['I went to my sister’s and I cried.', "Client went to her sister's and she cried."],
    ["It's down.", 'Sleep is down.'],
    ['Badly.', 'Sleep: badly.'],
    ['I want to pass and not dread school.', 'Client wants to pass and not dread school.'],
  ])('%s', (said, told) => expect(retellPatient(said, she, 'Sleep', true)).toBe(told))
  test('"they" takes the plural verb, the noun the singular', () => {
    expect(retellPatient('I get up, and I was fine.', they, '', true)).toBe('Client gets up, and they were fine.')
  })
  test.each([
    ["I'd like you to take a walk.", 'Client to take a walk.'],
    ['You look tired, but your affect is bright.', 'Client looks tired, but her affect is bright.'],
    ['And please call Dr. Nunez.', 'Call Dr. Nunez.'],
    ["We'll continue the same dose.", 'Will continue the same dose.'],
  ])('%s', (said, told) => expect(retellProvider(said, she)).toBe(told))
})

const ask = async (turns: string[], field: Field) => {
  const output = await generate({
    template: { id: 't', name: 'T', instructions: '', fields: [field] },
    turns,
    context: { current_visit: { date: '2026-10-14' } },
    writers: () => embeddedWriter,
    signal: new AbortController().signal,
  })
  return output.results[0]
}
const risk: Field = {
  id: 'si',
  name: 'Suicidal ideation',
  type: 'single_choice',
  options: ['Denied', 'Passive', 'Active'],
}
const meds: Field = {
  id: 'm',
  name: 'Medications',
  type: 'table',
  headers: ['Medication', 'Dose', 'Frequency'],
  rows: [['', '', '']],
}

describe('the built-in writer', () => {
  test.each([
    [['Speaker 0: Any thoughts of suicide?', 'Speaker 1: No, not at all.'], ['Denied']],
    [['Speaker 0: Any thoughts of suicide?', "Speaker 1: I wish I wouldn't wake up sometimes."], ['Passive']],
    [['Speaker 0: Any thoughts of suicide?', 'Speaker 1: Yes. I am going to kill myself.'], ['Active']],
    [['Speaker 0: Any thoughts of suicide?', 'Speaker 1: What do you mean?'], []],
    [['Speaker 0: Any thoughts of suicide?', "Speaker 1: I don't want to kill myself."], ['Denied']],
    [['Speaker 0: How is your sleep?', 'Speaker 1: Fine.'], []],
  ])('reads risk only from what is said: %o', async (turns, value) =>
    expect((await ask(turns, risk))?.value).toEqual(value),
  )

  test('keeps stopped medicines and those of other people out of the list', async () => {
    const result = await ask(
      [
        'Speaker 0: What medications are you taking?',
        'Speaker 1: Sertraline, fifty milligrams every morning. I stopped the Prozac. My mother takes lithium.',
      ],
      meds,
    )
    expect(result?.value).toEqual(['Sertraline', '50 mg', 'every morning'])
  })
  test('leaves every kind of field empty when nothing was said about it', async () => {
    const small = ['Speaker 0: Hi, come on in.', 'Speaker 1: Hello. Nice day outside.', 'Speaker 0: It is.']
    const kinds: Field[] = [
      risk,
      meds,
      { id: 'a', name: 'Appetite', type: 'string' },
      { id: 'b', name: 'Firearms', type: 'boolean' },
      { id: 'c', name: 'Next appointment', type: 'date' },
      { id: 'd', name: 'PHQ-9', type: 'number' },
      { id: 'e', name: 'Letter', type: 'template', text: 'Mood: [mood]' },
    ]
    for (const field of kinds) expect(await ask(small, field)).toMatchObject({ value: [], state: 'not_discussed' })
  })
})

test('lists important statements that are in no field as omissions, but not those that are noted or denied', () => {
  const turns = ['Speaker 1: I took a bunch of pills last year. I am allergic to latex. I have no guns.']
  expect(findOmissions(turns, []).map(({ kind }) => kind)).toEqual(['risk', 'allergy'])
  const carried = {
    id: 'a',
    type: 'string' as const,
    value: ['Latex.'],
    confidence: 1,
    state: 'stated' as const,
    flags: [],
    evidence: [{ turn: 0, quote: 'I am allergic to latex.' }],
  }
  expect(findOmissions(turns, [carried]).map(({ kind }) => kind)).toEqual(['risk'])
})
