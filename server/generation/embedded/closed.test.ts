import { describe, expect, test } from 'vitest'
import { type Asked, write } from '../../../tests/generation/one-field.ts'

const yesNo = (name: string): Asked => ({ type: 'boolean', name })
const choice = (name: string, ...options: string[]): Asked => ({ type: 'single_choice', name, options })
const number = (name: string): Asked => ({ type: 'number', name })

/** A question of the provider, and the turn of the patient that follows it. */
const exchange = (question: string, reply: string) => [`Doctor: ${question}`, `Patient: ${reply}`]

describe('a closed field is unclear, with its words, if the answer is not plain:', () => {
  test.each<[string, Asked, string[]]>([
    [
      'words that contain the lack',
      yesNo('Shortness of breath'),
      exchange('Hi.', "I can't breathe that well right now."),
    ],
    ['words that contain the lack', yesNo('Fatigue'), exchange('How are you?', 'I have no energy at all.')],
    ['words that contain the lack', yesNo('Trouble sleeping'), exchange('How are the nights?', "I can't sleep.")],
    ['another time', number('Pain now'), exchange('How bad was the pain?', "At the time, I'd say an eight.")],
    ['another time', yesNo('Palpitations'), exchange('Did you have palpitations last year?', 'Yes.')],
    [
      'another time before it',
      yesNo('Nausea'),
      [...exchange('Think of last winter.', 'Yes.'), ...exchange('Any nausea?', 'Yes.')],
    ],
    [
      'another thing',
      choice('Missed doses', 'None', 'Some'),
      exchange('So?', "All I've been doing is taking the medicine."),
    ],
    ['another thing', yesNo('Surgery ordered'), exchange('Wear this surgical shoe.', 'Yes.')],
    ['a part of the subject', yesNo('Chest pain'), exchange('Any chest pain at night?', 'No.')],
    ['a part of the subject', yesNo('Allergies'), exchange('Any allergies to cats?', 'No.')],
    ['a part of the subject', yesNo('Hallucinations'), exchange('Do you hear voices?', 'No.')],
    ['a wider subject', yesNo('Drug allergies'), exchange('Any allergies?', 'Yes.')],
    ['several subjects', yesNo('Cough'), exchange('Do you have a cough or a fever?', 'Yes.')],
    ['another person', yesNo('Diabetes'), exchange('Any family history of cancer or diabetes?', 'No.')],
    [
      'another person',
      yesNo('Asthma'),
      [...exchange('What about your sons?', 'Two.'), ...exchange('Any asthma?', 'Yes.')],
    ],
    ['a condition', yesNo('Headaches'), exchange('Any headaches?', 'If I skip lunch, yes.')],
    ['a condition before it', yesNo('Cough'), exchange('Imagine a cold day. Any cough?', 'Yes.')],
    ['a comparison', choice('Mood', 'Anxious', 'Good'), exchange('How is your mood?', 'Good compared with my wife.')],
    ['a second clause', yesNo('Dizziness'), exchange('Any dizziness?', 'No, more like spinning.')],
    ['a hedge', yesNo('Allergies'), exchange('Any allergies?', 'Not that I know of.')],
    ['a hedge', number('Hours of sleep'), exchange('How many hours do you sleep?', 'Six or seven.')],
    ['a negated question', yesNo('Rash'), exchange('No rash?', 'No.')],
    [
      'a plan',
      yesNo('Suicidal ideation'),
      exchange('Hi.', 'I just get suicidal thoughts. Cutting myself is the only way out.'),
    ],
    [
      'a correction',
      yesNo('Smokes'),
      [...exchange('Do you smoke?', 'No.'), ...exchange('Good.', 'Actually, one now and then.')],
    ],
    [
      'a correction',
      yesNo('Fever'),
      [...exchange('Any fever?', 'No.'), ...exchange('Fine.', 'Wait, I had a fever on Sunday.')],
    ],
    ['a doubt', yesNo('Smokes'), [...exchange('Do you smoke?', 'No.'), ...exchange('Are you sure?', 'Well.')]],
    [
      'a mention elsewhere',
      yesNo('Cough'),
      [...exchange('Any cough?', 'No.'), ...exchange('So?', 'The cough keeps me up.')],
    ],
  ])('%s: %j', async (_, field, turns) => {
    const result = await write(field, ...turns)
    expect(result).toMatchObject({ value: [], state: 'unclear' })
    expect(result.evidence.length).toBeGreaterThan(0)
  })
})

describe('a closed field has a plain answer:', () => {
  test.each<[Asked, string[], string]>([
    [yesNo('Shortness of breath'), exchange('Are you short of breath?', 'Yes.'), 'Yes'],
    [yesNo('Fever or chills'), exchange('Any fever or chills?', 'No, neither.'), 'No'],
    [yesNo('Trouble swallowing'), exchange('Any slurred speech or trouble swallowing?', 'No.'), 'No'],
    [yesNo('Pets'), exchange('Do you have any pets?', 'Yes, I do.'), 'Yes'],
    [yesNo('Suicidal ideation'), exchange('Any thoughts of suicide?', 'No. I have no thoughts of suicide.'), 'No'],
    [yesNo('Denies nausea'), exchange('Any nausea?', 'No.'), 'Yes'],
    [choice('Alcohol', 'Denied', 'Reported'), exchange('Do you drink alcohol?', 'No, I do not.'), 'Denied'],
    [
      choice('Appetite', 'Normal', 'Increased'),
      exchange('What about your appetite?', 'My appetite is normal.'),
      'Normal',
    ],
    [
      number('Pain score'),
      exchange('On a scale of one to ten, how would you rate your pain right now?', 'Seven.'),
      '7',
    ],
    [number('Hours of sleep'), exchange('How many hours do you sleep?', 'Six and a half hours.'), '6.5'],
    [
      { type: 'date', name: 'Next visit' },
      exchange('I will see you in two weeks.', 'Thank you, doctor.'),
      '2026-10-28',
    ],
  ])('%j %j', async (field, turns, value) => {
    expect((await write(field, ...turns)).value).toEqual([value])
  })
})

describe('a subject is mentioned', () => {
  test.each([
    ['Suicidal ideation', 'There is no reason to live.'],
    ['Thoughts of harming others', 'I want to stab him.'],
    ['Allergies', 'Last time my throat closed up.'],
    ['Current medications', 'The orange tablets, two of them.'],
    ['Allergies', 'Tengo alergia a la penicilina.'],
    ['Suicidal ideation', 'Ich will sterben.'],
    ['Alergias', 'Soy alérgica al látex.'],
    ['Chest pain', 'My heart hurts when I run.'],
  ])('in other words: %s, %s', async (name, words) => {
    const result = await write(yesNo(name), 'Doctor: Hm.', `Patient: ${words}`)
    expect(result).toMatchObject({ state: 'unclear', value: [] })
    expect(result.evidence.map(({ quote }) => quote)).toContain(words)
  })

  test('only if something of it was said', async () => {
    const turns = ['Doctor: The bus was late.', 'Patient: So was mine.']
    expect(await write(yesNo('Suicidal ideation'), ...turns)).toMatchObject({ state: 'not_discussed', evidence: [] })
  })
})
