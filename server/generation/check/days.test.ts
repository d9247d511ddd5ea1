import { expect, test } from 'vitest'
import type { Evidence } from '../../../lib/contracts/index.ts'
import { unsupportedDates } from './days.ts'
import { citedWords, prepareSession } from './prepared-session.ts'
import { spokenDates } from './spoken-dates.ts'

const turns = [
  'Speaker 1: We saw you in March two thousand and eight. In the beginning of May I had a bad cough.',
  'Speaker 1: I lifted the boxes on Saturday morning.',
  'Speaker 1: I felt tingling in my toes until Sunday afternoon.',
  'Speaker 1: The scan was on August thirty first nineteen ninety three, the surgery in September of ninety three.',
  'Speaker 1: I felt a pop on June thirty two thousand and four.',
]
const said = prepareSession(turns, {})
const doubted = (value: string, ...cited: number[]) => {
  const quotes = cited.map((turn): Evidence => ({ turn, quote: (turns[turn] ?? '').replace(/^Speaker \d: /, '') }))
  return unsupportedDates(value, new Set(['en']), spokenDates(said, citedWords(quotes, said))).flags.map(
    ({ text }) => text,
  )
}

test.each<[string, number[]]>([
  ['Seen in March 2008. Cough in May.', [0]],
  ['Lifted boxes on Saturday. Tingling in the toes until Sunday.', [1, 2]],
  ['Scan on 8/31/93. Surgery in 9/1993.', [3]],
  ['Felt a pop on 06/30/04.', [4]],
])('%s counts as said', (value, cited) => expect(doubted(value, ...cited)).toEqual([]))

test.each<[string, number[], string]>([
  ['Seen in May 2008.', [0], 'May 2008'],
  ['Lifted boxes on Sunday.', [1, 2], 'Sunday'],
  ['Scan on 9/31/93.', [3], '9/31/93'],
])('%s takes a part of another date', (value, cited, part) => expect(doubted(value, ...cited)).toContain(part))
