import type {
  Field,
  Flag,
  Omission,
  Report,
  ReportChange,
  ReportSummary,
  Result,
  ResultState,
  VisitContext,
  WrittenBy,
} from '../../lib/contracts/index.ts'
import { isoDay } from '../../lib/page/form/patient.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import { extractsLabel } from '../../lib/report/index.ts'
import { meetsCondition, toField } from '../../lib/template/index.ts'
import type { Tone } from '../ui/tag.tsx'

/**
 * The state that the card of a field shows. Besides the states of a result:
 * - `check`: a flag of severity 2 has no verdict yet
 * - `wrong`: a flag of severity 3 has no verdict yet
 * - `unanswered`: the value is empty, and the server has given the reason
 * - `visit`: the value comes from the details of the visit
 * - `page`: the value comes from the form of the page
 * - `partly`: the user has typed only some parts of the value
 * - `not_found`: not discussed, as far as the built-in writer has found
 */
export type CardState = ResultState | 'check' | 'wrong' | 'visit' | 'page' | 'partly' | 'unanswered' | 'not_found'

export const stateWords: Record<CardState, { word: string; tone: Tone }> = {
  stated: { word: 'stated', tone: 'good' },
  denied: { word: 'denied', tone: 'good' },
  unclear: { word: 'to choose', tone: 'look' },
  not_discussed: { word: 'not discussed', tone: 'plain' },
  not_found: { word: 'not found', tone: 'plain' },
  entered: { word: 'entered by you', tone: 'act' },
  visit: { word: 'from the visit', tone: 'plain' },
  page: { word: 'from the page', tone: 'plain' },
  partly: { word: 'partly entered by you', tone: 'act' },
  unanswered: { word: 'left empty', tone: 'look' },
  check: { word: 'to check', tone: 'look' },
  wrong: { word: 'may be wrong', tone: 'bad' },
}

/**
 * Returns the note's patient. The date of birth, if it is known, distinguishes patients of the same name. Null if the
 * note was written without a chart, as group notes are.
 */
export function patientOf({ context }: Pick<Report, 'context'>): PagePatient | null {
  const { name = '', identifier = '', birthDate = '' } = context.patient ?? {}
  // Other programs can create notes through the API, with the date of birth in any format. Convert the date to
  // YYYY-MM-DD, so that it can be compared with the date on the page.
  const born = isoDay(birthDate)
  return name || identifier ? { name, identifier, ...(born && { birthDate: born }) } : null
}

/**
 * Returns all fields of a note: the template's fields, then the fields of the page's form, which are answered as text.
 */
export const allFields = ({ template, dynamicFields = [] }: Pick<Report, 'template' | 'dynamicFields'>): Field[] => [
  ...template.fields,
  ...dynamicFields.map(toField),
]

/**
 * Returns whether the condition of a field holds. Undefined: the field has no condition, or the field on which the
 * condition depends has no result yet.
 */
function isConditionMet({ condition }: Field, results: readonly Result[]): boolean | undefined {
  const answer = results.find(({ id }) => id === condition?.id)
  return condition === undefined || answer === undefined ? undefined : meetsCondition(condition, answer)
}

/**
 * Returns the number of fields that a note in progress will probably have. A field with a condition is counted until
 * an answer shows that the condition does not hold.
 */
export const wantedCount = (report: Pick<Report, 'template' | 'dynamicFields' | 'results'>): number =>
  allFields(report).filter((field) => field.disabled !== true && isConditionMet(field, report.results) !== false).length

const notAsked =
  'The condition of this field did not hold when the note was written. Ask the model now, or write this field by hand.'

/**
 * Returns empty results for the fields that were not asked, but whose condition holds now, because the user has changed
 * the answer on which the condition depends. Without these results, the note would not show the fields, so the user
 * could not write them.
 */
export function askedLater(report: Pick<Report, 'template' | 'dynamicFields' | 'results'>): Result[] {
  const { results } = report
  return allFields(report)
    .filter((field) => field.disabled !== true && isConditionMet(field, results) === true)
    .filter(({ id }) => results.every((result) => result.id !== id))
    .map(({ id, type }) => ({
      id,
      type,
      value: [],
      confidence: 0,
      state: 'not_discussed',
      evidence: [],
      flags: [{ severity: 1, text: '', reason: notAsked }],
    }))
}

/** Returns true if the user has not yet accepted or rejected this flag. */
export const isOpen = ({ verdict }: Flag) => verdict === undefined

/** Returns true if the value is the visit's date, which was filled in automatically. */
const isFromVisit = ({ type, state, value, evidence }: Result, context: VisitContext) =>
  state === 'entered' &&
  type === 'date' &&
  evidence.length === 0 &&
  value.length === 1 &&
  value[0] === context.current_visit?.date

/**
 * Returns the reason of the first flag on the whole value (`text` is empty). If the value is empty, this reason says
 * why the server has not answered the field.
 */
export const unansweredReason = ({ flags }: Result) => flags.find(({ text, reason }) => text === '' && reason)?.reason

/**
 * Returns the state of a field's card. Only flags without a verdict lead to `check` (severity 2) or `wrong`
 * (severity 3).
 */
export function cardStateOf(result: Result, context: VisitContext): CardState {
  const worst = Math.max(0, ...result.flags.filter(isOpen).map(({ severity }) => severity))
  if (worst === 3) return 'wrong'
  if (worst === 2) return 'check'
  if (result.state === 'unclear') return 'unclear'
  if (result.value.length === 0 && result.state !== 'entered' && unansweredReason(result)) return 'unanswered'
  if (result.given) return result.given
  if (result.state === 'entered' && result.byHand && result.evidence.length > 0) return 'partly'
  if (result.state === 'not_discussed' && result.writer !== 'model') return 'not_found'
  return isFromVisit(result, context) ? 'visit' : result.state
}

/** Returns the summary above the cards: "12 stated", "1 to check". Zero counts are left out. */
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
    'not_found',
    'unanswered',
    'unclear',
    'check',
    'wrong',
  ]
  const stateCounts = order.flatMap((state) => {
    const count = results.filter((result) => cardStateOf(result, context) === state).length
    return count > 0 ? [{ text: `${count} ${stateWords[state].word}`, tone: stateWords[state].tone }] : []
  })
  return leftOut > 0 ? [...stateCounts, { text: `${leftOut} left out`, tone: 'record' as const }] : stateCounts
}

/** Returns why a value is empty, in the server's words if there are any. */
export function whyEmpty(result: Result): string {
  const { state, writer } = result
  const reason = unansweredReason(result)
  if (reason) return reason
  if (state === 'entered') return 'Left empty by you.'
  if (state !== 'not_discussed') return 'Left empty. What was said about this field was not clear.'
  return writer === 'model' ? 'Left empty. Nothing was found about this field.' : 'No answer found. Check.'
}

/** Returns the heading of a field that was mentioned without a certain answer. */
export function mentionedWords({ type }: Pick<Field, 'type'>): string {
  return choiceTypes.has(type) ? 'Mentioned: choose.' : 'Mentioned: see what was said.'
}

export const choiceTypes: ReadonlySet<Field['type']> = new Set(['boolean', 'single_choice', 'multiple_choice'])

/** Returns the fields that were mentioned without a certain answer, and that nobody has decided yet. */
export const undecided = ({ results }: Pick<Report, 'results'>): Result[] =>
  results.filter(({ state }) => state === 'unclear')

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The types of fields whose value can contain any words. */
const openTypes: ReadonlySet<Field['type']> = new Set(['string', 'template', 'table'])

const quotes = ({ evidence }: Result, { turn, quote }: Omission): boolean =>
  evidence.some((one) => one.turn === turn && one.quote === quote)

/**
 * Returns the omissions that the user has not dealt with. An omission disappears after its words were added to a value,
 * and after the user has chosen the answer of a field because of these words.
 */
export function leftOutOf({ omissions, results }: Pick<Report, 'omissions' | 'results'>): Report['omissions'] {
  const noteTexts = results.map(({ value }) => ` ${plain(value.join(' '))} `)
  const undecidedResults = results.filter(
    ({ type, state, value }) => state === 'entered' && value.length > 0 && !openTypes.has(type),
  )
  return omissions.filter(
    (omission) =>
      !noteTexts.some((text) => text.includes(` ${plain(omission.quote)} `)) &&
      !undecidedResults.some((result) => quotes(result, omission)),
  )
}

export const mentionedIn = (report: Pick<Report, 'results'>, omission: Omission): string[] =>
  undecided(report)
    .filter((result) => quotes(result, omission))
    .map(({ id }) => id)

/** Returns a field's text with the quote added at the end. */
export const withAdded = (value: readonly string[], quote: string): string[] => [
  [...value.filter((part) => part.trim() !== ''), `“${quote}”`].join('\n\n'),
]

/** The status texts of a report that is not ready (product 4.8). */
export const underwayText = { generating: 'Generating...', 'ocr-waiting': 'Processing...' } as const

/** If a note is still being written after this time, a message says that it takes longer. In milliseconds. */
export const slowAfterMs = 3 * 60_000

type OfPatient = Partial<Pick<ReportSummary, 'patientName' | 'patientId'>>

/** The name and the chart number: "Maya Okafor · 004812". '' if neither is known. */
export const whoseText = ({ patientName = '', patientId = '' }: OfPatient) =>
  // In a group note without chart numbers, `patientId` is the name of the person.
  [patientName, patientId === patientName ? '' : patientId].filter(Boolean).join(' · ')

/** Says to whom a note or a transcript belongs: "For Maya Okafor · 004812". Undefined: it is not known. */
export function forPatient(of: OfPatient): string | undefined {
  const whose = whoseText(of)
  return whose === '' ? undefined : `For ${whose}`
}

/** True if the user is the author, who alone may change the note. */
export const isOwn = ({ access }: Pick<ReportSummary, 'access'>) => access === undefined || access === 'owner'

/** Names the author of somebody else's note. */
export const noteOf = ({ author }: Pick<ReportSummary, 'author'>) => `Note of ${author ?? 'a former member'}`

const changeWords: Record<ReportChange['kind'], string> = {
  generated: 'Created',
  edited: 'Edited',
  rewritten: 'Rewritten',
  flag: 'Warning judged',
  signed: 'Signed',
  unlocked: 'Unlocked',
  undone: 'Taken back',
}

const writerWords: Record<WrittenBy, Pick<typeof changeWords, 'generated' | 'rewritten'>> = {
  model: { generated: 'Written by AI', rewritten: 'Rewritten by AI' },
  embedded: { generated: extractsLabel, rewritten: 'Extracted again, by no AI' },
}

/** Returns the label of a change in the history. It names who wrote the values, if this is known. */
export function changeLabel({ kind, writer }: Pick<ReportChange, 'kind' | 'writer'>): string {
  const isWritten = kind === 'generated' || kind === 'rewritten'
  return isWritten && writer !== undefined ? writerWords[writer][kind] : changeWords[kind]
}
