import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Condition, type Field, field as fieldShape, fieldTypes, limits } from '../contracts/index.ts'
import {
  addAnyValue,
  addField,
  addOption,
  checkFieldId,
  conditionOperator,
  conditionOperators,
  conditionProblems,
  conditionValues,
  convertField,
  defaultCondition,
  duplicateField,
  fieldIdFrom,
  groupFrom,
  keyCount,
  keyMax,
  layoutAccess,
  matchesSearch,
  moveField,
  newField,
  removeField,
  updateField,
  withFormat,
  withOperator,
  withValue,
} from './index.ts'

const typeOf = fc.constantFrom(...fieldTypes)
const names = fc.string({ minLength: 1, maxLength: 40 })
/**
 * Random lists of fields of any type with unique ids. Some of the fields have a condition that refers to any field of
 * the list.
 */
const fieldLists = fc
  .array(fc.tuple(typeOf, names, fc.option(fc.nat({ max: 9 }), { nil: undefined })), { minLength: 1, maxLength: 10 })
  .map((parts) => {
    const fields: Field[] = []
    for (const [type, name] of parts)
      fields.push(
        newField(
          type,
          name,
          fields.map(({ id }) => id),
        ),
      )
    return fields.map((field, index): Field => {
      const target = fields[parts[index]?.[2] ?? -1]
      return target === undefined ? field : { ...field, condition: { id: target.id, equals: 'x' } }
    })
  })
const idsOf = (fields: readonly { id: string }[]) => fields.map(({ id }) => id)

describe('product 5.1: a new field’s id must be unique among existing fields', () => {
  test('an id made from a name is never one that is taken, and is always valid', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 300 }), { maxLength: 12 }), (given) => {
        const taken: string[] = []
        for (const name of given) {
          const id = fieldIdFrom(name, taken)
          expect(checkFieldId(id, taken)).toBeNull()
          taken.push(id)
        }
        expect(new Set(taken).size).toBe(given.length)
      }),
    )
  })
  test('it is made from the name', () => {
    expect(fieldIdFrom('Chief Complaint', [])).toBe('chief_complaint')
    expect(fieldIdFrom('  Étage (2) ', ['etage_2'])).toBe('etage_2_2')
    expect(fieldIdFrom('настроение', [])).toBe('настроение')
    expect(fieldIdFrom('?!', [])).toBe('field')
  })
  test("an id that is taken gives the message 'Field ID must be unique'", () => {
    expect(checkFieldId('mood', ['mood'])).toBe('Field ID must be unique')
    expect(() => addField([newField('string', 'Mood', [])], newField('date', 'Mood', []))).toThrow(
      'Field ID must be unique',
    )
    const two = [newField('string', 'Mood', []), newField('string', 'Sleep', [])]
    expect(() => updateField(two, 'sleep', { ...newField('string', 'Sleep', []), id: 'mood' })).toThrow(
      'Field ID must be unique',
    )
  })
})

describe('a list of fields', () => {
  test('ids stay unique and no field is lost, whatever is moved, duplicated or renamed', () => {
    fc.assert(
      fc.property(fieldLists, fc.integer({ min: -3, max: 12 }), fc.nat(), (fields, to, pick) => {
        const chosen = fields[pick % fields.length]
        if (chosen === undefined) return
        const moved = moveField(fields, chosen.id, to)
        expect(idsOf(moved).sort()).toEqual(idsOf(fields).sort())
        expect(moved.indexOf(chosen)).toBe(Math.min(Math.max(to, 0), fields.length - 1))
        const doubled = duplicateField(fields, chosen.id)
        expect(new Set(idsOf(doubled)).size).toBe(fields.length + 1)
        expect(doubled[fields.indexOf(chosen) + 1]).toMatchObject({ type: chosen.type })
        expect(idsOf(removeField(fields, chosen.id))).toEqual(idsOf(fields).filter((id) => id !== chosen.id))
      }),
    )
  })
  test('conditions follow a field whose id changes', () => {
    fc.assert(
      fc.property(fieldLists, fc.nat(), (fields, pick) => {
        const chosen = fields[pick % fields.length]
        if (chosen === undefined) return
        const id = fieldIdFrom('renamed', idsOf(fields))
        const after = updateField(fields, chosen.id, { ...chosen, id })
        for (const [index, before] of fields.entries()) {
          const wanted = before.condition?.id === chosen.id ? id : before.condition?.id
          expect(after[index]?.condition?.id).toBe(wanted)
        }
      }),
    )
  })
})

describe('product 5.3: a choice has at most 8 keys, a table at most 9', () => {
  test('every field that can be made or converted fits its contract and its limit', () => {
    fc.assert(
      fc.property(typeOf, typeOf, names, fc.boolean(), (from, to, name, disabled) => {
        const full: Field = {
          ...newField(from, name, []),
          instructions: 'i',
          temperature: 0.3,
          probability: 0.5,
          model: 3,
          disabled,
          condition: { id: 'other', equals: '' },
        }
        const converted = convertField(full, to)
        expect(fieldShape.safeParse({ ...converted, name: 'x' }).success).toBe(true)
        expect(keyCount(converted)).toBeLessThanOrEqual(keyMax(to) ?? 9)
        const { id, name: kept, instructions, temperature, probability, model, condition } = full
        expect(converted).toMatchObject({
          id,
          name: kept,
          instructions,
          temperature,
          probability,
          model,
          disabled,
          condition,
          type: to,
        })
      }),
    )
  })
  test('disabled and condition are not counted', () => {
    expect(keyCount({ id: 'a', name: 'A', type: 'single_choice', options: [], disabled: true, condition: {} })).toBe(4)
  })
})

describe('conversion between answer types keeps what both types have', () => {
  test('options survive from choice to choice and through a table', () => {
    const one: Field = { id: 'a', name: 'Affect', type: 'single_choice', options: ['Flat', 'Full'] }
    expect(convertField(one, 'multiple_choice')).toMatchObject({ options: ['Flat', 'Full'] })
    const table = convertField(one, 'table')
    expect(table).toMatchObject({
      headers: ['Affect', ''],
      rows: [
        ['Flat', ''],
        ['Full', ''],
      ],
    })
    expect(convertField(table, 'single_choice')).toEqual(one)
  })
  test('Yes and No become options', () => {
    expect(convertField(newField('boolean', 'Sober', []), 'single_choice')).toMatchObject({ options: ['Yes', 'No'] })
  })
  test('conversion to the same type changes nothing', () => {
    const field = newField('string', 'Mood', [])
    expect(convertField(field, 'string')).toBe(field)
  })
})

describe('product 4.7: conditions', () => {
  const a = newField('string', 'Mood', [])
  const b: Field = { ...newField('boolean', 'Sleep', []), disabled: true }
  test('a condition starts with the first other field, an empty value and equals', () => {
    expect(defaultCondition(a, [a, b])).toEqual({ id: 'sleep', equals: '' })
    expect(defaultCondition(b, [a, b])).toEqual({ id: 'mood', equals: '' })
    expect(defaultCondition(a, [a])).toBeUndefined()
  })
  test('switching the operator keeps the value, and contains_any converts it', () => {
    expect(withOperator({ id: 'a', equals: 'Yes' }, 'contains')).toEqual({ id: 'a', contains: 'Yes' })
    expect(withOperator({ id: 'a', contains: ' Yes ' }, 'contains_any')).toEqual({ id: 'a', contains_any: ['Yes'] })
    expect(withOperator({ id: 'a', equals: '' }, 'contains_any')).toEqual({ id: 'a', contains_any: [] })
    expect(withOperator({ id: 'a', contains_any: ['x', 'y'] }, 'equals')).toEqual({ id: 'a', equals: 'x, y' })
  })
  test('a single value comes back unchanged, whatever operators were chosen in between', () => {
    const operators = fc.array(fc.constantFrom(...conditionOperators), { maxLength: 6 })
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,8}$/), operators, (value, steps) => {
        let condition: Condition = { id: 'a', equals: value }
        for (const step of steps) condition = withOperator(condition, step)
        expect(conditionOperator(condition)).toBe(steps.at(-1) ?? 'equals')
        expect(conditionValues(condition)).toEqual([value])
      }),
    )
  })
  test('product 5.7: contains-any values are trimmed and not empty', () => {
    const none = { id: 'a', contains_any: ['x'] }
    expect(addAnyValue(none, ' y ').contains_any).toEqual(['x', 'y'])
    expect(addAnyValue(none, '   ')).toBe(none)
    expect(addAnyValue(none, 'x')).toBe(none)
    expect(withValue({ id: 'a', equals: '' }, ' z')).toEqual({ id: 'a', equals: ' z' })
  })
  test('a condition on the field itself, on a missing or on a disabled field is named', () => {
    const messages = conditionProblems([
      { ...a, condition: { id: 'mood', equals: '' } },
      b,
      { id: 'c', name: 'Risk', condition: { id: 'gone', equals: '' } },
      { id: 'd', name: 'Plan', condition: { id: 'sleep', equals: 'Yes' } },
    ]).map(({ fieldId, message, level }) => [fieldId, level, message])
    expect(messages).toEqual([
      ['mood', 'error', 'The condition of “Mood” refers to that field itself. Choose another field in the condition.'],
      [
        'c',
        'error',
        'The condition of “Risk” depends on a field that does not exist: “gone”. Choose another field in the condition.',
      ],
      [
        'd',
        'warning',
        'The condition of “Plan” depends on “Sleep”, which is disabled. Enable that field or change the condition.',
      ],
    ])
  })
  test('fields in a cycle are named, those that depend on it are not', () => {
    const problems = conditionProblems([
      { id: 'a', name: 'A', condition: { id: 'b', equals: '' } },
      { id: 'b', name: 'B', condition: { id: 'a', equals: '' } },
      { id: 'c', name: 'C', condition: { id: 'a', equals: '' } },
    ])
    expect(problems.map(({ fieldId }) => fieldId)).toEqual(['a', 'b'])
    expect(problems[0]?.message).toBe(
      'The conditions of “A” and “B” depend on each other. Change or remove one of them.',
    )
  })
})

describe('product 5.7, 5.8: what is typed', () => {
  test('an option is added only if the typed text is not empty', () => {
    expect(addOption(['a'], '  ')).toEqual(['a'])
    expect(addOption(['a'], ' b ')).toEqual(['a', 'b'])
    expect(addOption(['a'], 'a')).toEqual(['a'])
    expect(addOption(Array(limits.optionsMax).fill('x'), 'y')).toHaveLength(limits.optionsMax)
  })
  test('a group is trimmed, and an empty one counts as none', () => {
    expect(groupFrom('  Intake ')).toBe('Intake')
    expect(groupFrom('   ')).toBeUndefined()
  })
  test("choosing the output format 'none' removes it", () => {
    const field = { id: 'a', name: 'A', type: 'string', names: false } as const
    expect(withFormat({ ...field, format: 'bullet' }, 'none')).toEqual(field)
    expect(withFormat(field, 'numbered')).toEqual({ ...field, format: 'numbered' })
  })
})

test('a search finds words in any order, without case or accents; an empty one finds everything', () => {
  const field = { id: 'chief_complaint', name: 'Présenting concern', instructions: 'In the client’s own words' }
  expect(['', 'CONCERN pres', 'own words', 'chief'].every((text) => matchesSearch(field, text))).toBe(true)
  expect(matchesSearch(field, 'concern risk')).toBe(false)
})

test('product 6.1: owner, editor, everybody of a public layout, viewer', () => {
  const editors = ['e@example.org']
  expect(layoutAccess({ email: 'o@example.org', editors }, 'o@example.org')).toBe('owner')
  expect(layoutAccess({ email: 'o@example.org', editors }, 'e@example.org')).toBe('editor')
  expect(layoutAccess({ email: 'o@example.org', editors }, 'x@example.org')).toBe('viewer')
  expect(layoutAccess({ editors: [] }, 'x@example.org')).toBe('public')
})
