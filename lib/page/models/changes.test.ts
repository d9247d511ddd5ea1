import { expect, test } from 'vitest'
import { changesOf, copyOf, sameState, says, takenBack } from './changes.ts'

const before = { affect: null, plan: { goal: 'walk' }, list: ['a'], show: () => 1 }
const after = { ...before, affect: 'Full', touched: true, show: () => 2 }

test('a write’s changes are the paths that differ; new functions do not count', () => {
  expect(changesOf(before, after)).toEqual([
    { path: ['affect'], before: null, after: 'Full' },
    { path: ['touched'], before: undefined, after: true },
  ])
  expect(changesOf(before, before)).toEqual([])
  expect(changesOf('', 'Full')).toEqual([{ path: [], before: '', after: 'Full' }])
})

test('undo puts old values where the new ones still are, and keeps later changes', () => {
  const changes = changesOf(before, after)
  const later = { ...after, plan: { goal: 'by hand' } }
  expect(takenBack(later, changes)).toEqual({ ...before, plan: { goal: 'by hand' }, show: after.show })
  expect(Object.keys(takenBack(later, changes) as object)).not.toContain('touched')
  expect(takenBack({ ...after, affect: 'Flat' }, changes)).toMatchObject({ affect: 'Flat' })
  expect(takenBack('Full', changesOf('', 'Full'))).toBe('')
  expect(takenBack('Flat', changesOf('', 'Full'))).toBe('Flat')
})

test('a place that the page has emptied in another way gets exactly the nothing that it had', () => {
  const changes = changesOf({ plan: 'rest' }, { plan: 'rest', affect: 'Full' })
  expect(takenBack({ plan: 'rest', affect: null }, changes)).toStrictEqual({ plan: 'rest' })
  expect(takenBack({ plan: 'rest', affect: 'Flat' }, changes)).toStrictEqual({ plan: 'rest', affect: 'Flat' })
})

test('a list of another length, and anything but plain data, is restored as a whole or not at all', () => {
  const [one, other] = [new Map([['a', 1]]), new Map([['a', 2]])]
  expect(changesOf({ list: ['a'], map: one }, { list: ['a', 'b'], map: other })).toEqual([
    { path: ['list'], before: ['a'], after: ['a', 'b'] },
    { path: ['map'], before: one, after: other },
  ])
  expect(
    takenBack({ list: ['a', 'b'], map: other }, changesOf({ list: ['a'], map: one }, { list: ['a', 'b'], map: other })),
  ).toEqual({
    list: ['a'],
    map: one,
  })
})

test('null, an empty text and a missing value are distinguished', () => {
  expect(sameState('', null)).toBe(false)
  expect(sameState(null, undefined)).toBe(false)
  expect(sameState({ a: undefined }, {})).toBe(false)
  expect(sameState({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBe(true)
})

test('a copy does not follow later changes of the state, and a getter that throws loses only itself', () => {
  const state = {
    values: { affect: '' },
    get broken(): string {
      throw new Error('no')
    },
  }
  const copy = copyOf(state)
  state.values.affect = 'Full'
  expect(copy).toEqual({ values: { affect: '' }, broken: undefined })
})

test('a value contains a word as itself or in a part of it', () => {
  expect(says({ id: 3, label: 'Full' }, ['Full'])).toBe(true)
  expect(says(3, ['3'])).toBe(true)
  expect(says({ id: 3 }, ['Full'])).toBe(false)
})
