import type { Field, Flag, Report, ReportChange, Result, ResultState, VisitContext } from '../../lib/contracts/index.ts'
import { toField } from '../../lib/template/index.ts'
import type { Tone } from '../ui/tag.tsx'

/** What a card says of a value; `check` comes before every state: somebody has to look. */
export type CardState = ResultState | 'check' | 'contradicts' | 'visit' | 'page' | 'partly' | 'unanswered'

export const stateWords: Record<CardState, { word: string; tone: Tone }> = {
  stated: { word: 'stated', tone: 'good' },
  denied: { word: 'denied', tone: 'good' },
  not_discussed: { word: 'not discussed', tone: 'plain' },
  entered: { word: 'entered by you', tone: 'act' },
  visit: { word: 'from the visit', tone: 'plain' },
  page: { word: 'from the page', tone: 'plain' },
  partly: { word: 'partly entered by you', tone: 'act' },
  unanswered: { word: 'left empty', tone: 'look' },
  check: { word: 'to check', tone: 'look' },
  contradicts: { word: 'contradicts', tone: 'bad' },
}

/** Every field a note was asked for: the template's, then those of the page's form, which are answered in words. */
export const allFields = ({ template, dynamicFields = [] }: Pick<Report, 'template' | 'dynamicFields'>): Field[] => [
  ...template.fields,
  ...dynamicFields.map(toField),
]

/** A flag nobody has looked at yet. */
export const isOpen = ({ verdict }: Flag) => verdict === undefined

/** The visit's own day, filled in without anybody typing it. */
const isFromVisit = ({ type, state, value, evidence }: Result, context: VisitContext) =>
  state === 'entered' &&
  type === 'date' &&
  evidence.length === 0 &&
  value.length === 1 &&
  value[0] === context.current_visit?.date

/** The server's own sentence on why a value is empty, or on the whole of it. */
const toldWhy = ({ flags }: Result) => flags.find(({ text, reason }) => text === '' && reason)?.reason

/** Wording alone (severity 1) is shown but asks for nothing; nor does what a person has judged. */
export function cardStateOf(result: Result, context: VisitContext): CardState {
  const worst = Math.max(0, ...result.flags.filter(isOpen).map(({ severity }) => severity))
  if (worst === 3) return 'contradicts'
  if (worst === 2) return 'check'
  if (result.value.length === 0 && result.state !== 'entered' && toldWhy(result)) return 'unanswered'
  if (result.given) return result.given
  if (result.state === 'entered' && result.byHand && result.evidence.length > 0) return 'partly'
  return isFromVisit(result, context) ? 'visit' : result.state
}

/** "12 stated", "1 to check": the summary above the cards, what is none left out. */
export function summaryOf(
  { results, context }: Pick<Report, 'results' | 'context'>,
  leftOut: number,
): { text: string; tone: Tone }[] {
  const order: CardState[] = [
    'stated',
    'denied',
    'entered',
    'partly',
    'visit',
    'page',
    'not_discussed',
    'unanswered',
    'check',
    'contradicts',
  ]
  const counted = order.flatMap((state) => {
    const count = results.filter((result) => cardStateOf(result, context) === state).length
    return count > 0 ? [{ text: `${count} ${stateWords[state].word}`, tone: stateWords[state].tone }] : []
  })
  return leftOut > 0 ? [...counted, { text: `${leftOut} left out`, tone: 'record' as const }] : counted
}

/** Why a value is empty: the server's own sentence where it gave one. */
export function whyEmpty(result: Result): string {
  const { state } = result
  const told = toldWhy(result)
  if (told) return told
  if (state === 'entered') return 'Left empty by you.'
  return state === 'not_discussed'
    ? 'Left empty. Nothing was said about it.'
    : 'Left empty. It was not clear enough to write down.'
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What was said and stands in no value yet, word for word; what was added by hand drops out. */
export function leftOutOf({ omissions, results }: Pick<Report, 'omissions' | 'results'>): Report['omissions'] {
  const written = results.map(({ value }) => ` ${plain(value.join(' '))} `)
  return omissions.filter(({ quote }) => !written.some((text) => text.includes(` ${plain(quote)} `)))
}

/** A field's text with words that were left out added below. */
export const withAdded = (value: readonly string[], quote: string): string[] => [
  [...value.filter((part) => part.trim() !== ''), `“${quote}”`].join('\n\n'),
]

/** What a report's card and head say while it is not ready (spec §4). */
export const underwayText = { generating: 'Generating...', 'ocr-waiting': 'Processing...' } as const

/** After so long without a note one is told that it takes longer, in milliseconds. */
export const slowAfterMs = 3 * 60_000

/** "For MRN 004812"; the number is the chart's own. */
export const forPatient = (patientId: string) => `For ${patientId}`

/** What somebody did, as the history tells it. */
export const changeWords: Record<ReportChange['kind'], string> = {
  generated: 'Written by AI',
  edited: 'Edited',
  rewritten: 'Rewritten by AI',
  flag: 'Flag judged',
  signed: 'Signed',
  unlocked: 'Unlocked',
  undone: 'Taken back',
}
