import { describe, expect, test } from 'vitest'
import { type Asked, text, value, write } from '../../../tests/generation/one-field.ts'

describe('a text', () => {
  test('has what was said, with the speaker, and a short answer keeps its question', async () => {
    expect(await text('Sleep', 'Doctor: Hello.', 'Patient: I sleep about six hours each night.')).toBe(
      'Patient: "I sleep about six hours each night."',
    )
    expect(
      await text('Suicidal thoughts', 'Doctor: Do you have any thoughts of suicide?', 'Patient: No.', 'Doctor: Good.'),
    ).toBe('Provider: "Do you have any thoughts of suicide?" Patient: "No."')
  })

  test('has the label of the transcript, or none, if the role of the speaker is not known', async () => {
    expect(await text('Sleep', 'Speaker 2: I sleep badly at night.', 'Speaker 2: Yes.')).toBe(
      'Speaker 2: "I sleep badly at night."',
    )
    expect(await text('Sleep', 'I sleep badly at night.')).toBe('"I sleep badly at night."')
  })

  test('has one line for each extract, in the format of the field', async () => {
    const turns = ['Doctor: How do you sleep?', 'Patient: Badly.', 'Doctor: Naps?', 'Patient: I nap in the afternoon.']
    expect(await value({ type: 'string', name: 'Sleep', format: 'bullet' }, ...turns)).toEqual([
      '- Provider: "How do you sleep?" Patient: "Badly."\n- Provider: "Naps?" Patient: "I nap in the afternoon."',
    ])
  })

  test('links every sentence to its own words', async () => {
    const result = await write(
      { type: 'string', name: 'Review of systems' },
      'Doctor: Any fever?',
      'Patient: No.',
      'Doctor: Any cough?',
      'Patient: No.',
    )
    const line = result.value[0] ?? ''
    const linked = result.evidence.map(({ turn, quote, span }) => [
      turn,
      quote,
      span?.kind === 'text' ? line.slice(span.from, span.to) : '',
    ])
    expect(linked).toEqual([
      [0, 'Any fever?', 'Provider: "Any fever?"'],
      [1, 'No.', 'Patient: "No."'],
      [2, 'Any cough?', 'Provider: "Any cough?"'],
      [3, 'No.', 'Patient: "No."'],
    ])
  })

  test('about the patient has nothing about other people', async () => {
    expect(await text('Past medical history', 'Patient: My mother has diabetes.', 'Patient: Yes.')).toBe('')
    expect(await text('Family history', 'Doctor: Hi.', 'Patient: My mother has diabetes.')).toBe(
      'Patient: "My mother has diabetes."',
    )
    expect(await text('Social history', 'Doctor: My husband smokes too.', 'Patient: I see.')).toBe('')
  })

  test('about allergies has no answer to another question', async () => {
    expect(
      await text(
        'Allergies',
        'Doctor: Have you changed your diet or your soap, any allergies, travel, that kind of thing lately?',
        'Patient: I moved house.',
      ),
    ).toBe('')
  })

  test.each([
    [
      'a condition before it',
      'Plan',
      'Doctor: We do a strep test. And if that is positive. I will prescribe amoxicillin five hundred milligrams.',
      'And if that is positive. I will prescribe amoxicillin five hundred milligrams.',
    ],
    [
      'a contrast after it',
      'Test results',
      'Doctor: Your x-ray looks normal. But there is fluid in the joint. Thank you for waiting.',
      'Your x-ray looks normal. But there is fluid in the joint.',
    ],
    [
      'how often a dose is taken',
      'Plan',
      'Doctor: I will prescribe ibuprofen six hundred milligrams. You can take it every eight hours. I wish you luck.',
      'I will prescribe ibuprofen six hundred milligrams. You can take it every eight hours.',
    ],
    [
      'the rest of a broken sentence',
      'Sleep',
      `Patient: I sleep badly ... in hotels. ${'The bus was late again today. '.repeat(12)}`,
      'I sleep badly ... in hotels.',
    ],
  ])('is not cut from %s', async (_, name, turn, whole) => {
    expect(await text(name, 'Doctor: Hello.', 'Patient: Hi.', turn)).toContain(`"${whole}"`)
  })

  test('without punctuation ends where a new subject begins, and is left out if it is too long', async () => {
    const before =
      'okay so the nurse comes in later and i talked to your daughter about the way home and the car outside'
    const finding = 'so on your exam of your abdomen there is mild tenderness and there is no rebound or guarding'
    const contrast =
      'i think that everything there looks fine but you do have some inflammation of your kidney on the right'
    const next =
      'okay so now the office is open on monday and the desk can tell you the number of the car park that is open for your daughter'
    const turns = (...parts: string[]) => ['[patient] yes', `[doctor] ${parts.join(' ')}`]
    expect(await text('Physical examination', ...turns(before, before, finding, contrast, next, next))).toContain(
      `${finding} ${contrast}"`,
    )
    const endless = Array.from({ length: 12 }, () => contrast)
    expect(await text('Physical examination', ...turns(finding, ...endless))).toBe('')
  })

  test('has no words that the other speaker rejects or does not understand', async () => {
    const history = (...turns: string[]) => text('Past medical history', 'Doctor: Lie down.', ...turns)
    expect(await history('Patient: I have diabetes.', 'Doctor: I see.')).toBe('Patient: "I have diabetes."')
    expect(await history('Patient: I have diabetes.', 'Doctor: No, no, no.')).toBe('')
    expect(await history('Patient: I have diabetes.', 'Doctor: Can you repeat that?')).toBe('')
    expect(await history('Patient: I have no diabetes.', 'Doctor: No. Good.')).toBe('Patient: "I have no diabetes."')
  })

  test('has no words of a clinician under the name of the patient', async () => {
    const wrong = ['[doctor] oh', "[patient] you've got some arthritis in there and we give you a drug like meloxicam"]
    expect(await text('Past medical history', ...wrong)).toBe('')
    expect(await text('Past medical history', '[doctor] oh', '[patient] i have arthritis in there')).not.toBe('')
  })

  test('of the patient has no illness of other people', async () => {
    const history = (question: string, reply: string) =>
      text('Past medical history', `Doctor: ${question}`, `Patient: ${reply}`)
    expect(await history('Do you know of anyone with dementia?', 'Yes, my uncle has dementia.')).toBe('')
    expect(await history('What about heart disease?', 'Yes, I know someone had heart disease.')).toBe('')
    expect(await history('What about heart disease?', 'Yes, I have had heart disease.')).toContain('I have had')
  })

  test('has its question, also in a transcript without punctuation', async () => {
    const turns = [
      '[doctor] and they gave you a water pill and is that making you pee a lot',
      '[patient] yeah i have incontinence now',
    ]
    expect(await text('Past medical history', ...turns)).toBe(
      'Provider: "and they gave you a water pill and is that making you pee a lot" Patient: "yeah i have incontinence now"',
    )
  })

  test('about a substance has nothing about another one', async () => {
    const turns = ['Doctor: Do you use cannabis?', 'Patient: I vape it twice a week.', 'Doctor: Fine.']
    expect(await text('Tobacco use', ...turns)).toBe('')
    expect(await text('Cannabis', ...turns)).toContain('I vape it')
    expect(await text('Cannabis', 'Doctor: Any opioids?', 'Patient: I only had them once.')).toBe('')
    const both = ['Doctor: Do you smoke or drink?', 'Patient: No, neither.']
    expect(await text('Tobacco use', ...both)).toContain('No, neither.')
    expect(await text('Alcohol use', ...both)).toContain('No, neither.')
    expect(await text('Tobacco use', 'Doctor: Do you smoke?', 'Patient: I smoke weed.')).toBe('')
  })

  test('of an unknown subject has only sentences with all words of its name', async () => {
    const turns = ['Doctor: Hello.', 'Patient: My pet is a parrot.', 'Patient: The parrot cage is new.']
    expect(await text('Parrot cage', ...turns)).toBe('Patient: "The parrot cage is new."')
  })
})

describe('yes or no', () => {
  const pain: Asked = { type: 'boolean', name: 'Chest pain' }
  const allergies: Asked = { type: 'boolean', name: 'Allergies' }

  test.each([
    ['Any chest pain?', 'No.', ['No']],
    ['Do you have any fever, cough or chest pain?', 'No, none of that.', ['No']],
    ['Do you have any chest pain?', 'Yes, I do.', ['Yes']],
    ['Do you have any fever or chest pain?', 'Yes.', []],
    ['Is the chest pain worse?', 'No.', []],
    ['Any chest pain when you climb the stairs?', 'No.', []],
    ['No chest pain?', 'Yes.', []],
    ['Any chest pain?', 'No, just a little pressure.', []],
    ['Any chest pain?', 'No. Well, sometimes my chest hurts.', []],
    ['Did the tablets help with the chest pain?', 'Yes.', []],
    ['Does your wife have chest pain?', 'Yes.', []],
    ['How are you?', 'I have no chest pain, but I have it now and then.', []],
    ['How are you?', 'I have no chest pain, but I have a fever.', []],
    ['Any chest pain?', 'Yes, since yesterday.', ['Yes']],
    ['Um, okay, and any chest pain lately?', 'Uh, no, no chest pain.', ['No']],
    ['You still have chest pain, right?', 'Yes.', ['Yes']],
  ])('%s %s', async (question, reply, expected) => {
    expect(await value(pain, `Doctor: ${question}`, `Patient: ${reply}`)).toEqual(expected)
  })

  test('stays empty if two answers disagree, at any distance', async () => {
    const turns = [
      'Doctor: Any chest pain?',
      'Patient: No.',
      'Doctor: Why did you call?',
      'Patient: I have chest pain.',
    ]
    expect(await value(pain, ...turns)).toEqual([])
  })

  test('of allergies, medicines and risk needs a direct question', async () => {
    expect(await value(allergies, 'Doctor: Any allergies?', 'Patient: No.')).toEqual(['No'])
    expect(await value(allergies, 'Doctor: Hello.', 'Patient: I have no allergies.')).toEqual([])
    const harm: Asked = { type: 'single_choice', name: 'Suicidal ideation', options: ['Denied', 'Passive', 'Active'] }
    expect(await value(harm, 'Doctor: Do you have thoughts of suicide?', 'Patient: No.')).toEqual(['Denied'])
    expect(await value(harm, 'Doctor: Do you have thoughts of suicide?', 'Patient: Not really.')).toEqual([])
    expect(await value(harm, 'Doctor: How are you?', 'Patient: I wish I was dead, I have no plan.')).toEqual([])
  })

  test('of risk and allergies is not "no" because one part was denied', async () => {
    const harm: Asked = { type: 'boolean', name: 'Self-harm' }
    const suicide: Asked = { type: 'boolean', name: 'Suicidal ideation' }
    const voices: Asked = { type: 'boolean', name: 'Hallucinations' }
    expect(await value(voices, 'Doctor: Do you hear voices?', 'Patient: No.')).toEqual([])
    expect(await value(voices, 'Doctor: Any hallucinations?', 'Patient: No.')).toEqual(['No'])
    expect(await value(suicide, 'Doctor: Have you ever cut yourself?', 'Patient: No.')).toEqual([])
    expect(await value(harm, 'Doctor: Any thoughts of suicide?', 'Patient: No.')).toEqual([])
    expect(await value(harm, 'Doctor: Any thoughts of hurting yourself?', 'Patient: No.')).toEqual(['No'])
    expect(await value(suicide, 'Doctor: Any thoughts of killing yourself?', 'Patient: No.')).toEqual(['No'])
    expect(await value(allergies, 'Doctor: Are you allergic to penicillin?', 'Patient: No.')).toEqual([])
    expect(await value(allergies, 'Doctor: Any allergies to medications?', 'Patient: No.')).toEqual([])
  })

  test('is not filled if the speakers are not known', async () => {
    expect(await value(pain, 'Any chest pain?', 'No.')).toEqual([])
  })
})

describe('choices, numbers, dates and cells', () => {
  const mood: Asked = { type: 'single_choice', name: 'Mood', options: ['Euthymic', 'Anxious', 'Depressed'] }
  test('a choice needs one option in a clause about its subject', async () => {
    expect(await value(mood, 'Doctor: How is your mood?', 'Patient: Anxious.')).toEqual(['Anxious'])
    expect(await value(mood, 'Doctor: Tell me about your mood.', 'Patient: My mood is anxious.')).toEqual(['Anxious'])
    expect(await value(mood, 'Doctor: Is your mood anxious or depressed?', 'Patient: Anxious.')).toEqual(['Anxious'])
    expect(await value(mood, 'Doctor: Hi.', 'Patient: My mood is anxious, but I am hopeful.')).toEqual([])
    expect(await value(mood, 'Doctor: How is your mood?', 'Patient: Anxious or depressed.')).toEqual([])
    expect(await value(mood, 'Doctor: Hi.', 'Patient: My sister is depressed.')).toEqual([])
    const change: Asked = { type: 'single_choice', name: 'Anxiety since last visit', options: ['Better', 'Worse'] }
    expect(await value(change, 'Doctor: Hi.', 'Patient: I feel better, but I am still anxious.')).toEqual([])
  })

  test('a multiple choice needs a reply of options alone', async () => {
    const effects: Asked = { type: 'multiple_choice', name: 'Side effects', options: ['Nausea', 'Rash', 'Headache'] }
    const asked = 'Doctor: What are your side effects?'
    expect(await value(effects, asked, 'Patient: Nausea and headache.')).toEqual(['Nausea', 'Headache'])
    expect(await value(effects, asked, 'Patient: Nausea, if I take it without food.')).toEqual([])
    expect(await value(effects, 'Doctor: Hi.', 'Patient: My son has a headache from the tablets.')).toEqual([])
  })

  test('a number needs one value', async () => {
    const sleep: Asked = { type: 'number', name: 'Hours of sleep' }
    expect(await value(sleep, 'Doctor: How long do you sleep?', 'Patient: Six and a half hours.')).toEqual(['6.5'])
    expect(await value(sleep, 'Doctor: How long do you sleep?', 'Patient: Six or seven hours.')).toEqual([])
    expect(await value(sleep, 'Doctor: What is your goal?', 'Patient: I want eight hours of sleep.')).toEqual([])
    expect(
      await value(sleep, 'Doctor: Hi.', 'Patient: I sleep five hours.', 'Doctor: So?', 'Patient: I sleep nine hours.'),
    ).toEqual([])
  })

  test('a date needs one day', async () => {
    const next: Asked = { type: 'date', name: 'Next appointment' }
    expect(await value(next, 'Doctor: I will see you in two weeks.', 'Patient: Fine.')).toEqual(['2026-10-28'])
    expect(
      await value(next, 'Doctor: I will see you on November third.', 'Patient: Or come back on November fifth?'),
    ).toEqual([])
  })

  test('a table of medicines has only what the patient plainly takes', async () => {
    const table: Asked = {
      type: 'table',
      name: 'Current medications',
      headers: ['Medication', 'Dose', 'Frequency'],
      rows: [],
    }
    const said = 'Patient: I am taking twenty milligrams of Prozac every morning. I stopped the lithium. I tried Xanax.'
    expect(await value(table, 'Doctor: Hi.', said)).toEqual(['Prozac', 'twenty milligrams', 'every morning'])
    expect(await value(table, 'Doctor: Hi.', said, 'Doctor: We increase the Prozac to forty milligrams.')).toEqual([])
  })

  test('a template keeps its words, and its places have extracts', async () => {
    expect(
      await value({ type: 'template', name: 'Letter', text: 'Sleep: [sleep]\nDiet: [diet]' }, 'Patient: I sleep well.'),
    ).toEqual(['Sleep: Patient: "I sleep well."\nDiet:'])
  })
})
