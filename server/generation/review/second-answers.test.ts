import { expect, test } from 'vitest'
import type { Field, Result } from '../../../lib/contracts/index.ts'
import { differences } from './second-answers.ts'

const field: Field = { id: 'si', name: 'Suicidal ideation', type: 'boolean' }
const evidence = [{ turn: 3, quote: 'Not since the spring.' }]
const yes: Result = { id: 'si', type: 'boolean', value: ['Yes'], confidence: 1, state: 'stated', evidence, flags: [] }
const unclear: Result = { ...yes, value: [], state: 'unclear' }

test('a field whose answer a person must choose gets no doubt from a second model', () => {
  expect(differences(field, unclear, yes)).toEqual([])
})

test('an answer to which a second model finds no certain answer is doubtful', () => {
  expect(differences(field, yes, unclear)).toEqual([
    { severity: 2, text: '', reason: 'A second model found no certain answer in the session.' },
  ])
})
