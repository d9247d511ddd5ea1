import { expect, test } from 'vitest'
import { condition, dynamicField, type Field, field, fieldTypes } from './field.ts'

const accepts = (value: unknown) => field.safeParse(value).success
const base = { id: 'mood', name: 'Mood', type: 'string' }
const choice = { ...base, type: 'single_choice', options: ['Low', 'Even'] }
const table = { ...base, type: 'table', headers: ['Drug'], rows: [['Sertraline'], ['']] }

test('product 3.1: name and id are text', () => {
  expect(accepts(base)).toBe(true)
  for (const wrong of [{ id: 7 }, { id: '' }, { id: null }, { name: 7 }, { name: undefined }])
    expect(accepts({ ...base, ...wrong }), JSON.stringify(wrong)).toBe(false)
})

test('product 5.4: temperature and probability lie between 0 and 1', () => {
  for (const key of ['temperature', 'probability']) {
    for (const right of [0, 0.35, 1]) expect(accepts({ ...base, [key]: right }), `${key} ${right}`).toBe(true)
    for (const wrong of [-0.01, 1.01, '0.5', Number.NaN])
      expect(accepts({ ...base, [key]: wrong }), `${key} ${wrong}`).toBe(false)
  }
})

test('product 5.4: a model is chosen from 0 to 14', () => {
  for (const right of [0, 14]) expect(accepts({ ...base, model: right })).toBe(true)
  for (const wrong of [-1, 15, 1.5, '3']) expect(accepts({ ...base, model: wrong }), String(wrong)).toBe(false)
})

test('product 5.3: a choice has text options and at most 8 keys', () => {
  const all = { instructions: '', temperature: 0.3, probability: 0.5, model: 1 }
  const whole = { ...choice, ...all }
  expect(Object.keys(whole)).toHaveLength(8)
  expect(accepts(whole)).toBe(true)
  expect(accepts({ ...whole, ninth: 1 })).toBe(false)
  for (const options of [undefined, 'Low', [1], [['Low']], [null]])
    expect(accepts({ ...choice, options }), JSON.stringify(options)).toBe(false)
  expect(accepts({ ...choice, type: 'multiple_choice' })).toBe(true)
})

test('product 5.3: a table has text headers and rows and at most 9 keys', () => {
  const whole = { ...table, instructions: '', temperature: 0.3, probability: 0.5, model: 1 }
  expect(Object.keys(whole)).toHaveLength(9)
  expect(accepts(whole)).toBe(true)
  expect(accepts({ ...whole, tenth: 1 })).toBe(false)
  for (const wrong of [{ headers: [1] }, { headers: 'Drug' }, { rows: ['Sertraline'] }, { rows: [[1]] }])
    expect(accepts({ ...table, ...wrong }), JSON.stringify(wrong)).toBe(false)
})

test('product 5.9: format and names belong to text fields alone', () => {
  expect(accepts({ ...base, format: 'bullet', names: false })).toBe(true)
  expect(accepts({ ...base, format: 'none' })).toBe(false)
  const others: Record<Exclude<Field['type'], 'string'>, object> = {
    number: {},
    boolean: {},
    date: {},
    single_choice: { options: [] },
    multiple_choice: { options: [] },
    table: { headers: [], rows: [] },
    template: { text: '' },
    start_time: {},
    end_time: {},
    start_end_time: {},
  }
  for (const type of fieldTypes) {
    if (type === 'string') continue
    expect(accepts({ ...base, type, ...others[type] }), type).toBe(true)
    expect(accepts({ ...base, type, ...others[type], format: 'bullet' }), type).toBe(false)
    expect(accepts({ ...base, type, ...others[type], names: false }), type).toBe(false)
  }
})

test('product 3.4: a condition names a field and exactly one of equals, contains, contains_any', () => {
  const holds = (value: unknown) => condition.safeParse(value).success
  for (const right of [{ equals: 'Yes' }, { contains: 'Yes' }, { contains_any: ['Yes'] }])
    expect(holds({ id: 'mood', ...right })).toBe(true)
  for (const wrong of [{}, { equals: 'a', contains: 'b' }, { contains_any: 'Yes' }, { equals: 1 }])
    expect(holds({ id: 'mood', ...wrong }), JSON.stringify(wrong)).toBe(false)
})

test('product 3.5: a dynamic field has no type', () => {
  expect(dynamicField.safeParse({ id: 'form:goal', name: 'Goal' }).success).toBe(true)
  expect(dynamicField.safeParse({ id: 'form:goal', name: 'Goal', type: 'string' }).success).toBe(false)
})
