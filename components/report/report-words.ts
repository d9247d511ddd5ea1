import type { Report, Result, ResultState } from '../../lib/contracts/index.ts'
import type { Tone } from '../ui/tag.tsx'

/** What a card says of a value; `check` comes before every state: somebody has to look. */
export type CardState = ResultState | 'check' | 'contradicts'

export const stateWords: Record<CardState, { word: string; tone: Tone }> = {
  stated: { word: 'stated', tone: 'good' },
  denied: { word: 'denied', tone: 'good' },
  not_discussed: { word: 'not discussed', tone: 'plain' },
  entered: { word: 'entered by you', tone: 'act' },
  check: { word: 'to check', tone: 'look' },
  contradicts: { word: 'contradicts', tone: 'bad' },
}

/** Wording alone (severity 1) is shown but asks for nothing. */
export function cardStateOf({ state, flags }: Result): CardState {
  const worst = Math.max(0, ...flags.map(({ severity }) => severity))
  if (worst === 3) return 'contradicts'
  return worst === 2 ? 'check' : state
}

/** "12 stated", "1 to check": the summary above the cards, what is none left out. */
export function summaryOf({
  results,
  omissions,
}: Pick<Report, 'results' | 'omissions'>): { text: string; tone: Tone }[] {
  const order: CardState[] = ['stated', 'denied', 'entered', 'not_discussed', 'check', 'contradicts']
  const counted = order.flatMap((state) => {
    const count = results.filter((result) => cardStateOf(result) === state).length
    return count > 0 ? [{ text: `${count} ${stateWords[state].word}`, tone: stateWords[state].tone }] : []
  })
  return omissions.length > 0
    ? [...counted, { text: `${omissions.length} left out`, tone: 'record' as const }]
    : counted
}

/** Why a value is empty. */
export const emptyText = 'Left empty. Nothing was said about it.'
/** A value that generation left empty for another reason than silence. */
export const unsureText = 'Left empty. It was not clear enough to write down.'

/** What a report's card and head say while it is not ready (spec §4). */
export const underwayText = { generating: 'Generating...', 'ocr-waiting': 'Processing...' } as const

/** "For MRN 004812"; the number is the chart's own. */
export const forPatient = (patientId: string) => `For ${patientId}`
