import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition } from '../contracts/index.ts'
import { conditionHolds, dependencyRounds, fillTemplateText, parseTemplateText, toField, toTemplate } from './index.ts'

const words = fc.stringMatching(/^[a-z]{1,8}$/)

describe('conditions', () => {
  test('case and surrounding spaces never matter', () => {
    fc.assert(
      fc.property(words, (word) => {
        const loud = `  ${word.toUpperCase()} `
        expect(conditionHolds({ id: 'a', equals: loud }, [word])).toBe(true)
        expect(conditionHolds({ id: 'a', contains: loud }, [`x ${word} y`])).toBe(true)
        expect(conditionHolds({ id: 'a', contains_any: ['0', loud] }, ['1', `${word}s`])).toBe(true)
      }),
    )
  })
  test('an empty answer meets no condition except equals with an empty value', () => {
    expect(conditionHolds({ id: 'a', equals: '' }, [])).toBe(true)
    expect(conditionHolds({ id: 'a', equals: '' }, ['Yes'])).toBe(false)
    expect(conditionHolds({ id: 'a', contains: '' }, [''])).toBe(false)
    expect(conditionHolds({ id: 'a', contains_any: [] }, ['Yes'])).toBe(false)
  })
  test('equals compares the whole answer, contains a part of it', () => {
    expect(conditionHolds({ id: 'a', equals: 'Pass' }, ['Passive'])).toBe(false)
    expect(conditionHolds({ id: 'a', contains: 'Pass' }, ['Passive'])).toBe(true)
  })
})

describe('order', () => {
  const graph = fc.array(fc.option(fc.nat({ max: 11 }), { nil: undefined }), { maxLength: 12 }).map((targets) =>
    targets.map((target, index): { id: string; condition?: Condition } => ({
      id: `f${index}`,
      ...(target === undefined ? {} : { condition: { id: `f${target}`, equals: 'x' } }),
    })),
  )
  test('every field comes once, and after the field it depends on', () => {
    fc.assert(
      fc.property(graph, (fields) => {
        const { rounds, undecidable } = dependencyRounds(fields)
        const before = new Set<string>()
        for (const round of rounds) {
          for (const { condition } of round) if (condition) expect(before.has(condition.id)).toBe(true)
          for (const { id } of round) before.add(id)
        }
        expect([...before, ...undecidable.map(({ id }) => id)].sort()).toEqual(fields.map(({ id }) => id).sort())
      }),
    )
  })
  test('a cycle and a missing field are reported, and do not block the order', () => {
    const circle = dependencyRounds([
      { id: 'a', condition: { id: 'b', equals: '1' } },
      { id: 'b', condition: { id: 'a', equals: '1' } },
      { id: 'c', condition: { id: 'gone', equals: '1' } },
    ])
    expect(circle.rounds).toEqual([])
    expect(circle.undecidable.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})

describe('AI placeholders', () => {
  test('the joined segments give the text again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          parseTemplateText(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
  test('checkboxes, links and escaped brackets are plain text', () => {
    const asks = (text: string) => parseTemplateText(text).flatMap((part) => (part.kind === 'words' ? [] : [part.ask]))
    expect(asks('- [ ] a\n- [x] b\n[site](https://example.org) \\[kept]')).toEqual([])
    expect(asks('Mood: [how the mood is], sleep: [ hours ]')).toEqual(['how the mood is', 'hours'])
  })
  test('answers replace their placeholders', () => {
    expect(fillTemplateText('Mood: [mood]\nSleep: [sleep]', ['low', ''])).toBe('Mood: low\nSleep:')
  })
})

test('a text-based layout becomes one template field', () => {
  const made = toTemplate({ name: 'Letter', instructions: '', text: 'Dear [name]' }, 'x')
  expect(made.fields).toEqual([{ id: 'text', name: 'Letter', type: 'template', text: 'Dear [name]' }])
  expect(toField({ id: 'd', name: 'Mood' })).toEqual({ id: 'd', name: 'Mood', type: 'string' })
})
