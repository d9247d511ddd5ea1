import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { begin, changed, corrected, oneStepMs, redone, stepsKept, undone } from './history.ts'

const steps = fc.array(fc.integer(), { maxLength: 40 })
const walked = (values: number[]) =>
  values.reduce((history, value, index) => changed(history, value, { atMs: index }), begin(-1))

describe('undo and redo', () => {
  test('undoing every change and redoing it ends where it began', () => {
    fc.assert(
      fc.property(steps, (values) => {
        const done = walked(values)
        let back = done
        for (let step = 0; step < done.past.length; step++) back = undone(back)
        expect(back.present).toBe(-1)
        let forth = back
        for (let step = 0; step < done.past.length; step++) forth = redone(forth)
        expect(forth.present).toBe(done.present)
      }),
    )
  })
  test('a change after an undo leaves nothing to redo', () => {
    const history = changed(undone(walked([1, 2])), 3, { atMs: 9 })
    expect(redone(history)).toBe(history)
  })
  test('without a step left, nothing happens', () => {
    const history = begin(1)
    expect(undone(history)).toBe(history)
    expect(redone(history)).toBe(history)
  })
  test('consecutive letters are one step; a pause or another place begins a new one', () => {
    let history = begin('')
    history = changed(history, 'a', { what: 'name', atMs: 0 })
    history = changed(history, 'ab', { what: 'name', atMs: 200 })
    expect(undone(history).present).toBe('')
    history = changed(history, 'abc', { what: 'name', atMs: 200 + oneStepMs })
    expect(undone(history).present).toBe('ab')
    history = changed(history, 'abcd', { what: 'instructions', atMs: 201 + oneStepMs })
    expect(undone(history).present).toBe('abc')
  })
  test('typing right after an undo is a new step', () => {
    const typed = changed(begin('a'), 'ab', { what: 'name', atMs: 0 })
    const again = changed(redone(undone(typed)), 'abc', { what: 'name', atMs: 1 })
    expect(undone(again).present).toBe('ab')
  })
  test('no more steps are kept than the limit', () => {
    const history = walked(Array.from({ length: stepsKept + 5 }, (_, index) => index))
    expect(history.past).toHaveLength(stepsKept)
  })
  test('a correction is applied to every state', () => {
    const history = corrected(undone(walked([1, 2, 3])), (value) => value * 10)
    expect([history.past, history.present, history.future]).toEqual([[-10, 10], 20, [30]])
  })
})
