import { describe, expect, test } from 'vitest'
import type { Field, Result } from '../../../lib/contracts/index.ts'
import { linkQuotes } from './links.ts'
import { prepareSession } from './prepared-session.ts'

const turns = [
  'Speaker 0: How do you sleep?',
  'Speaker 1: Five hours a night. My sister Rosa stays with me.',
  'Speaker 0: Any fever?',
  'Speaker 1: No.',
  'Speaker 0: Go on with sertraline 50 mg in the morning and melatonin at bedtime.',
]
const prepared = prepareSession(turns, {}, 'en')
const quote = (turn: number, quote: string) => ({ turn, quote })
const hours = quote(1, 'Five hours a night.')
const sister = quote(1, 'My sister Rosa stays with me.')
const no = quote(3, 'No.')
const medicines = quote(4, turns[4]?.slice(11) ?? '')

/** For each part of the value, the quotes that support it. '' stands for the whole value. */
function linksOf(field: Field, value: string[], evidence: Result['evidence']): Record<string, string[]> {
  const links: Record<string, string[]> = {}
  for (const { span, quote } of linkQuotes(field, { value, evidence }, prepared)) {
    const width = field.type === 'table' ? field.headers.length : 1
    const part =
      span === undefined
        ? ''
        : span.kind === 'text'
          ? value[span.item]?.slice(span.from, span.to)
          : value[span.kind === 'cell' ? span.row * width + span.column : span.item]
    links[part ?? 'nowhere'] = [...(links[part ?? 'nowhere'] ?? []), quote]
  }
  return links
}
const text: Field = { id: 'f', name: 'Summary', type: 'string' }

describe('each quote is linked', () => {
  test('to the sentence with its numbers, names and words, also through the question that it answers', () => {
    const value = ['Sleeps 5 hours. Lives with her sister Rosa. Denies fever.']
    expect(linksOf(text, value, [hours, sister, no])).toEqual({
      'Sleeps 5 hours.': [hours.quote],
      'Lives with her sister Rosa.': [sister.quote],
      'Denies fever.': [no.quote],
    })
  })

  test('to every sentence that it supports', () => {
    expect(linksOf(text, ['Takes sertraline 50 mg. Takes melatonin at bedtime.'], [medicines])).toEqual({
      'Takes sertraline 50 mg.': [medicines.quote],
      'Takes melatonin at bedtime.': [medicines.quote],
    })
  })

  test('to the only part of a value, whatever its words are', () => {
    const mood: Field = { id: 'f', name: 'Fever', type: 'boolean' }
    expect(linksOf(mood, ['No'], [no])).toEqual({ No: [no.quote] })
  })

  test('to the cells of its row', () => {
    const table: Field = { id: 'f', name: 'Plan', type: 'table', headers: ['What', 'How'], rows: [] }
    expect(linksOf(table, ['Sertraline', '50 mg', 'Sleep', 'five hours'], [medicines, hours])).toEqual({
      Sertraline: [medicines.quote],
      '50 mg': [medicines.quote],
      Sleep: [hours.quote],
      'five hours': [hours.quote],
    })
  })

  test('to the value as a whole if it shares no words with any part', () => {
    expect(linksOf(text, ['Схуднення немає. Апетит добрий.'], [sister])).toEqual({ '': [sister.quote] })
  })

  test('again, if the evidence had links to another text', () => {
    const old = { ...hours, span: { kind: 'text', item: 0, from: 500, to: 600 } as const }
    expect(linksOf(text, ['Sleeps 5 hours.'], [old])).toEqual({ 'Sleeps 5 hours.': [hours.quote] })
  })
})
