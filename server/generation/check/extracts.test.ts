import { describe, expect, test } from 'vitest'
import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './index.ts'

const turns = [
  'Doctor: Any fever?',
  'Patient: No. When I do I do. I do. I sleep\nbadly at night. "Really" bad.',
  'Ana Cruz: I walk at night. I like it.',
  'Speaker 3: The dog barks at night.',
  'I have no label.',
]
const text: Field = { id: 'f', name: 'Text', type: 'string' }

/**
 * Checks a value whose evidence is all turns of `cited`. Returns for each flag its severity, the flagged words and the
 * first word of the reason.
 */
function flagged(value: string, field = text, cited = turns): string[][] {
  const context: VisitContext = { patient: { name: 'Ana Cruz' } }
  const evidence = cited.map((words) => ({ turn: turns.indexOf(words), quote: words.replace(/^[\w ]{2,10}: /, '') }))
  const draft = { id: 'f', value: [value], confidence: 1, state: 'stated' as const, evidence }
  const { result } = checkDraft(field, draft, { turns, context, stock: takeStock(turns, context) })
  return result.flags.map(({ severity, text: words, reason }) => [String(severity), words, reason.split(' ')[0] ?? ''])
}

describe('words in quotation marks', () => {
  test.each([
    'Provider: "Any fever?" Patient: "No."',
    'Patient: "I sleep badly at night."',
    'Patient: "No. When I do I do."',
    'Patient: "I do."',
    'Patient: "I sleep badly at night. "Really" bad."',
    '"I sleep badly at night."',
    'Patient: "I walk at night."',
    'Ana Cruz: "I walk at night."',
    'Speaker 3: "The dog barks at night."',
    '"I have no label."',
    'She writes: "I sleep well."',
  ])('%s: these were said', (value) => expect(flagged(value)).toEqual([]))

  test.each([
    ['Provider: "I sleep badly at night."', 'I sleep badly at night.', 'Another'],
    ['Patient: "Any fever?"', 'Any fever?', 'Another'],
    ['Nurse: "I walk at night."', 'I walk at night.', 'Another'],
    ['Provider: "I walk at night."', 'I walk at night.', 'Another'],
    ['Patient: "The dog barks at night."', 'The dog barks at night.', 'Another'],
    ['Patient: "I have no label."', 'I have no label.', 'Another'],
    ['Patient: "I sleep well at night."', 'I sleep well at night.', 'These'],
    ['Patient: "I sleep badly"', 'I sleep badly', 'These'],
    ['Patient: "at night."', 'at night.', 'These'],
  ])('%s: these were not', (value, words, reason) => expect(flagged(value)).toEqual([['2', words, reason]]))

  test('of a turn that the answer does not cite do not count', () => {
    expect(flagged('Patient: "I walk at night."', text, turns.slice(0, 1))).toEqual([
      ['2', 'I walk at night.', 'These'],
    ])
  })
  test('do not hide a false number or a false denial beside them', () => {
    expect(flagged('Patient: "I sleep badly at night." Sleeps 9 hours.')).toEqual([['2', '9', 'This']])
    expect(flagged('Patient: "I sleep badly at night." Sleeps, does not walk at night.')).toEqual([
      ['3', 'Sleeps, does not walk at night.', 'The'],
    ])
  })
  test('are no quotation in a number or a choice', () => {
    const choice: Field = { id: 'f', name: 'C', type: 'single_choice', options: ['Patient: "I fly."'] }
    expect(flagged('Patient: "I fly."', choice)).toEqual([])
  })
})
