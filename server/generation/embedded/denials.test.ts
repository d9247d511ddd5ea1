import { expect, test } from 'vitest'
import type { FieldType, Result } from '../../../lib/contracts/index.ts'
import { embeddedWriter, generate } from '../index.ts'

async function ask(
  name: string,
  type: Extract<FieldType, 'string' | 'boolean'>,
  ...turns: string[]
): Promise<Result | undefined> {
  const { results } = await generate({
    template: {
      id: 'one',
      name: 'One field',
      instructions: 'Speak of the patient.',
      fields: [{ id: 'asked', name, type }],
    },
    turns,
    context: {},
    writers: () => embeddedWriter,
    signal: AbortSignal.timeout(60_000),
  })
  return results[0]
}

test('a no followed by an exception is no denial', async () => {
  const allergies = await ask(
    'Allergies',
    'string',
    'Doctor: Any allergies to medicines?',
    'Patient: Nope, just penicillin.',
  )
  expect(allergies).toMatchObject({ state: 'stated', value: [expect.stringContaining('penicillin')] })
})

test('an allergy that the provider reads from the chart and the patient confirms counts as an allergy', async () => {
  const turns = ['Doctor: I have here that you are allergic to codeine, is that right?', 'Patient: Yes, that is right.']
  expect((await ask('Allergies', 'string', ...turns))?.value).toEqual(['Allergic to codeine.'])
  const taken = [
    'Doctor: I have here that you are allergic to codeine, is that right?',
    'Patient: No, that was my brother.',
  ]
  expect((await ask('Allergies', 'string', ...taken))?.value.join(' ')).not.toContain('Allergic to codeine')
})

test('a patient who denies an illness only for themselves has not denied the family history', async () => {
  const turns = ['Doctor: Any kidney stones in the family?', 'Patient: I never had one. My dad had them a lot, though.']
  expect(await ask('Family history', 'string', ...turns)).toMatchObject({ state: 'stated' })
})

test('if one of two complaints is present, the answer is yes', async () => {
  const turns = ['Doctor: Nausea, vomiting?', "Patient: I haven't thrown up but I feel a little nauseous."]
  expect(await ask('Nausea or vomiting', 'boolean', ...turns)).toMatchObject({ value: ['Yes'], state: 'stated' })
})

test('a drink that is not alcohol says nothing about alcohol', async () => {
  for (const words of ['I drink plenty of water.', 'I drank some juice and it went away.', 'Enough to drink, yes.'])
    expect((await ask('Drinks alcohol', 'boolean', 'Doctor: How was the week?', `Patient: ${words}`))?.value).toEqual(
      [],
    )
})
