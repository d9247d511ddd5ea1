import { describe, expect, test } from 'vitest'
import { type Asked, text, value, write, writeFrom } from '../../../tests/generation/one-field.ts'

test.each([
  ['From a cardiac standpoint, your valve is stable.', 'I will not order any further imaging.'],
  ['As far as your sleep goes, it has improved.', 'I will not add any new medications.'],
  ['For your foot, it heals well.', 'We will not change anything.'],
])('a sentence about a whole class, which words before it may limit, is only a mention: %s', async (limit, denial) => {
  const plan: Asked = { type: 'string', name: 'Plan' }
  const turns = ['Patient: Hi.', `Doctor: ${limit}`, 'Patient: Okay, great.', `Doctor: ${denial}`]
  expect((await value(plan, ...turns)).join()).not.toContain(denial)
  const result = await write(plan, ...turns)
  expect(result.evidence.map(({ quote }) => quote)).toContain(denial)
})

describe('words under the name of the wrong speaker', () => {
  test.each([
    '[doctor] i got diagnosed with asthma in march and i will start a new medication',
    '[doctor] yeah my cardiologist started me on metoprolol and i will continue it',
    "[doctor] i've been having a cough for weeks and i want to take antibiotics",
    '[doctor] i went to urgent care twice and i will take the antibiotics',
    '[doctor] i start coughing like my chest gets tight so i will take the antibiotics',
  ])('are left out: %s', async (turn) => {
    expect(await text('Plan', '[patient] okay', turn, '[patient] okay')).toBe('')
  })

  test.each([
    '[doctor] i will prescribe an antibiotic for your cough',
    '[doctor] you said my chest is tight so i will prescribe an antibiotic',
  ])('are not those that the clinician plans or repeats: %s', async (turn) => {
    expect(await text('Plan', '[patient] okay', turn, '[patient] okay')).not.toBe('')
  })

  test('are left out between two such turns too', async () => {
    const turns = [
      '[doctor] i got hospitalized last year',
      '[patient] do you have any other medical problems',
      '[doctor] yes i have asthma and gout',
      '[patient] are you having any pain',
      '[doctor] yes in the knee',
      '[patient] i have asthma too',
      '[doctor] my pain is in the knee',
    ]
    expect(await text('Past medical history', ...turns)).toBe('')
    expect(await text('Past medical history', ...turns.slice(5, 6))).not.toBe('')
  })
})

describe('the occasion of words', () => {
  test.each([
    ['I will press on your stomach now. Let me know if you feel any pain.', 'Okay.'],
    ['Please lie back. Tell me if it hurts, and if it gets worse let me know if I should stop.', 'Sure.'],
    ['Let me know if this is tender.', 'Ouch, right there.'],
  ])('during the examination, a request to report is no follow-up: %s', async (turn, reply) => {
    expect(await text('Follow-up', 'Patient: Hi.', `Doctor: ${turn}`, `Patient: ${reply}`)).toBe('')
  })

  test('after the examination, a request to report is a follow-up', async () => {
    const turn = 'Doctor: Your stomach is soft. Take the tablets for a week, and let me know if you have any pain.'
    expect(await text('Follow-up', 'Patient: Hi.', turn, 'Patient: Okay.')).toContain('let me know if')
  })

  test.each([
    'Mr. Lee is here today for a follow-up visit.',
    'The patient was seen for a follow-up with me about the knee.',
    'At your last follow-up visit we saw a scar.',
  ])('a follow-up that is the reason of this visit is no coming one: %s', async (turn) => {
    expect(await text('Follow-up', `Doctor: ${turn}`, 'Patient: Yes.')).toBe('')
  })

  test('a coming follow-up stays', async () => {
    expect(await text('Follow-up', 'Doctor: Please come back for a follow-up visit in May.', 'Patient: Yes.')).not.toBe(
      '',
    )
  })

  test.each([
    ['Patient: They took me to the emergency room.', 'Doctor: I see. Your blood pressure was 190 over 100.'],
    ['Patient: I was admitted on Sunday.', 'Doctor: Yes, I read that the blood pressure was 90 over 50.'],
    ['Patient: Hi.', 'Doctor: Last week your blood pressure was 170 over 95.'],
  ])('a value of an earlier time is not the value of the visit: %s', async (before, turn) => {
    expect(await text('Blood pressure', before, turn)).toBe('')
  })

  test('a value of the visit stays in a text, and a number needs an answer', async () => {
    const turns = ['Patient: I was admitted on Sunday.', 'Doctor: Today your blood pressure is 120 over 80.']
    expect(await text('Blood pressure', ...turns)).toContain('120 over 80')
    const rate = (turn: string) => value({ type: 'number', name: 'Heart rate' }, 'Patient: Hi.', `Doctor: ${turn}`)
    expect(await rate('Your heart rate is 72.')).toEqual([])
    expect(await rate('In the hospital, your heart rate reached 120.')).toEqual([])
    expect(await rate('The heart rate on arrival, in the ambulance, 120.')).toEqual([])
  })

  test('a goal is no finding', async () => {
    const exam = (turn: string) => text('Physical examination', 'Patient: Hi.', `Doctor: ${turn}`)
    expect(await exam('A full range of motion in your shoulder is the goal.')).toBe('')
    expect(await exam('On your exam, our target is a normal range of motion.')).toBe('')
    expect(await exam('On your exam, you have a full range of motion.')).not.toBe('')
  })
})

describe('facts about the patient', () => {
  test.each([
    ['Allergies', 'I assumed that I had an allergy to cats.'],
    ['Allergies', 'They believed it was an allergic reaction to the soap.'],
    ['Past medical history', 'I was convinced I had diabetes back then.'],
  ])('are not what was only believed: %s, %s', async (name, words) => {
    expect(await text(name, 'Doctor: I see.', `Patient: ${words}`)).toBe('')
    expect(await text(name, `Doctor: Any ${name.toLowerCase()}?`, `Patient: ${words}`)).toBe('')
  })

  test('are known facts beside a belief', async () => {
    const words = 'I thought it over, but I am allergic to penicillin.'
    expect(await text('Allergies', 'Doctor: I see.', `Patient: ${words}`)).toContain('penicillin')
  })

  test('are not those that a question about the family asks for', async () => {
    const history = (question: string) => text('Past medical history', `Doctor: ${question}`, 'Patient: No.')
    expect(await history('Do you know of any family medical problems or family health history of diabetes?')).toBe('')
    expect(await history('Any family members with diabetes?')).toBe('')
    expect(await history('Does anyone have diabetes?')).toBe('')
    expect(await history('Do you have a medical history of diabetes?')).not.toBe('')
  })

  test('are not those that words without a question mark ask about the family', async () => {
    const family = '[doctor] okay thank you and is there any family history of seizures'
    const own = '[doctor] okay thank you and is there any history of seizures'
    const reply = '[patient] well no history of seizures but my legs hurt'
    expect(await text('Past medical history', family, reply)).toBe('')
    expect(await text('Past medical history', own, reply)).toContain('no history of seizures')
    expect(
      await text('Family history', '[doctor] oh', '[patient] and what conditions would you say run in your family'),
    ).toBe('')
  })

  test('are not those of the family, about which the next questions still are', async () => {
    const history = (...turns: string[]) => text('Past medical history', ...turns)
    const family = ['Doctor: What about your parents?', 'Patient: My father had gout.']
    expect(await history(...family, 'Doctor: Any heart disease?', 'Patient: Yes, that too.')).toBe('')
    expect(await history(...family, 'Doctor: When was he diagnosed with diabetes?', 'Patient: Last year.')).toBe('')
    expect(await history(...family, 'Doctor: Do you have heart disease?', 'Patient: Yes.')).not.toBe('')
    expect(await history(...family, 'Doctor: Any heart disease?', 'Patient: I have heart failure.')).not.toBe('')
  })

  test('are not symptoms that a question names together with others', async () => {
    expect(await text('Allergies', 'Doctor: Any itching, fever or hives?', 'Patient: No, luckily.')).toBe('')
    expect(await text('Allergies', 'Doctor: I see.', 'Patient: I work as a nurse in an allergy clinic.')).toBe('')
    expect(await text('Allergies', 'Doctor: Do you have hay fever?', 'Patient: No, luckily.')).not.toBe('')
  })

  test.each([
    ['Past medical history', 'The main condition she lives with is asthma, and she has diabetes.'],
    ['Past medical history', 'The only medical problem he has is gout.'],
    ['Past medical history', 'My older brother is healthy, another sister has asthma.'],
    ['Past surgical history', 'Both brothers had their tonsils removed.'],
    ['Medications', 'The pills he takes are for gout, I think.'],
    ['Allergies', 'Allergies, they had all of them.'],
  ])('are not those of a person named before: %s, %s', async (name, words) => {
    expect(await text(name, 'Doctor: I see.', `Patient: We are many at home. ${words}`)).toBe('')
  })

  test.each([
    'She prescribed me metformin in May.',
    'He has me on metformin.',
    'He is giving me metformin.',
    'They put me on metformin.',
  ])('can come from another person: %s', async (words) => {
    expect(await text('Medications', 'Doctor: I see.', `Patient: ${words}`)).toContain('metformin')
  })
})

describe('a short turn of the patient is not cut', () => {
  test.each([
    [
      'Current medications',
      'How do you take the medicine?',
      'I take five milligrams every morning. On Sundays I skip it.',
    ],
    [
      'Current medications',
      'How do you take the medicine?',
      'I take lithium in the morning. I have felt no effect yet.',
    ],
    ['Symptoms', 'I see.', 'I could not bear any of these tablets. I had tingling and pain in my hands.'],
    ['Symptoms', 'I see.', 'I had severe diarrhea and always felt tired. In the end it all stopped.'],
  ])('%s, %s, %s', async (name, before, answer) => {
    expect(await text(name, `Doctor: ${before}`, `Patient: ${answer}`)).toContain(`"${answer}"`)
  })

  test('unless it is also about somebody else', async () => {
    const answer = 'I have asthma. My sister lives in Rome, and she was ill, too.'
    expect(await text('Past medical history', 'Doctor: I see.', `Patient: ${answer}`)).toBe('Patient: "I have asthma."')
  })

  test('unless both people speak in it, because one channel was recorded', async () => {
    const turn = 'Speaker 0: How has your mood been? It is calm. How many hours do you sleep? I sleep about six hours.'
    const session = { turns: [turn], byVoice: true }
    const { value } = await writeFrom(session, { type: 'string', name: 'Hours of Sleep per Night' })
    expect(value).toEqual(['Speaker 0: "I sleep about six hours."'])
  })

  test('and keeps the words that it confirms or denies', async () => {
    const said = 'You could not tolerate lenalidomide.'
    expect(await text('Symptoms', `Doctor: ${said}`, 'Patient: Yes, I had severe diarrhea.')).toBe(
      `Provider: "${said}" Patient: "Yes, I had severe diarrhea."`,
    )
  })
})

test('words about other patients are no diagnosis', async () => {
  const words = 'It looks like a sprain in most patients.'
  expect(await text('Assessment', 'Patient: It hurts.', `Doctor: ${words}`)).toBe('')
})

describe('a dose', () => {
  const before = ['Patient: I went back to the old dose.', 'Doctor: Of Mavik?', 'Patient: Yes.']
  const reply = 'Patient: Yes, doctor. I have high blood pressure.'

  test('is left out if no medicine is named with it', async () => {
    const asked = 'Doctor: That was one M G per day, correct?'
    expect(await text('Past medical history', ...before, asked, reply)).toBe('')
  })

  test('stays with its medicine, also if the name is not known', async () => {
    const asked = 'Doctor: That was Mavik one M G per day, correct?'
    expect(await text('Past medical history', ...before, asked, reply)).toContain('high blood pressure')
  })
})

test('the effect of a medicine in the past is no reason for the visit', async () => {
  const turns = ['Doctor: Any allergies?', 'Patient: Lortab.', 'Doctor: What happens when you take Lortab?']
  const reply = "Patient: Really bad hives. I've only ever taken it once."
  expect(await text('Chief complaint', ...turns, reply)).toBe('')
})
