import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../lib/contracts/index.ts'
import { addGenerated } from './add-generated.ts'
import { choosable, modelName, withModel } from './model-names.ts'

const field = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'mood'),
  name: fc.constantFrom('Mood', 'Sleep', ''),
  type: fc.constant('boolean' as const),
})

describe('generated fields', () => {
  test('every field of the template gets a unique id, whatever was generated', () => {
    fc.assert(
      fc.property(fc.uniqueArray(field, { selector: ({ id }) => id }), fc.array(field), (fields, generated) => {
        const all = addGenerated(fields, generated)
        expect(all).toHaveLength(fields.length + generated.length)
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        expect(all.slice(0, fields.length)).toEqual(fields)
      }),
    )
  })
  test('conditions follow the new ids; one on a field that was not chosen is dropped', () => {
    const risk: Field = { id: 'risk', name: 'Risk', type: 'boolean' }
    const plan: Field = { id: 'plan', name: 'Plan', type: 'string', condition: { id: 'risk', equals: 'Yes' } }
    expect(addGenerated([risk], [risk, plan]).slice(1)).toEqual([
      { id: 'risk_2', name: 'Risk', type: 'boolean' },
      { id: 'plan', name: 'Plan', type: 'string', condition: { id: 'risk_2', equals: 'Yes' } },
    ])
    expect(addGenerated([], [plan])).toEqual([{ id: 'plan', name: 'Plan', type: 'string' }])
  })
})

describe('models', () => {
  const models = [
    { slot: 0, name: 'On this server' },
    { slot: 3, name: 'Large' },
  ]
  test('a slot in use that is not configured is shown by its number and can be kept', () => {
    expect(modelName(models, 3)).toBe('Large')
    expect(choosable(models, [0, 7, 7]).map(({ name }) => name)).toEqual([
      'On this server',
      'Large',
      'Model 7, not set up on this server',
    ])
  })
  test('the default model is not stored', () => {
    const field: Field = { id: 'a', name: 'A', type: 'date' }
    expect(withModel(field, 3)).toEqual({ ...field, model: 3 })
    expect(withModel({ ...field, model: 3 }, 0)).toEqual(field)
  })
})
