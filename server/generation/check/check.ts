import type { Evidence, Field, Flag, Result, VisitContext } from '../../../lib/contracts/index.ts'
import type { Draft } from '../draft.ts'
import { withoutNames } from '../reading/names.ts'
import { spokenTypes } from '../reading/spoken-types.ts'
import { contradictedChoices } from './choices.ts'
import { apartFromExtracts } from './extracts.ts'
import { unsaidInAnyLanguage } from './foreign.ts'
import { contradictedSentences } from './opposites.ts'
import { isFromPage, standsInPage } from './page-values.ts'
import { citedWords } from './prepared-session.ts'
import { settleQuotes } from './quotes.ts'
import { canRead } from './readable.ts'
import { type Stock, unsupportedParts } from './support.ts'
import { shapeValue } from './values.ts'

export interface CheckContext {
  turns: readonly string[]
  context: VisitContext
  stock: Stock
}

export interface Checked {
  result: Result
  faults: string[]
}

const wholeValueFlag = (severity: Flag['severity'], reason: string): Flag => ({ severity, text: '', reason })

export function emptyResult(field: Field, flags: Flag[] = []): Result {
  return { id: field.id, type: field.type, value: [], confidence: 0, state: 'not_discussed', evidence: [], flags }
}

/** Returns the result of a field that was mentioned, but without one certain answer. */
export const unclearResult = (field: Field, evidence: Evidence[], confidence = 0, flags: Flag[] = []): Result => ({
  ...emptyResult(field, flags),
  state: 'unclear',
  confidence,
  evidence,
})

function givenBy(field: Field, value: readonly string[], context: VisitContext): 'visit' | 'page' | null {
  if (field.type === 'date' && value.length === 1 && value[0] === context.current_visit?.date) return 'visit'
  return isFromPage(field, value, context) ? 'page' : null
}

const knownFromPage: Pick<Flag, 'severity' | 'reason'> = {
  severity: 1,
  reason: 'This comes from the page in your EHR. It was not said in the session.',
}

const between0And1 = (confidence: number): number => Math.min(1, Math.max(0, confidence))
const isEnough = ({ probability }: Field, confidence: number): boolean =>
  probability === undefined || confidence >= probability

const unsure = wholeValueFlag(1, 'Left empty, because the answer was not certain enough.')

function fromPage(field: Field, draft: Draft, value: string[]): Result {
  const confidence = between0And1(draft.confidence)
  const pageResult = { ...emptyResult(field), confidence, state: 'entered', given: 'page' } as const
  return isEnough(field, confidence) ? { ...pageResult, value } : { ...pageResult, flags: [unsure] }
}

const isBlank = (value: readonly string[]): boolean => value.every((part) => part.trim() === '')

const faultOf = ({ text, reason }: Flag): string => (text === '' ? reason : `${reason} (${text})`)

const unquoted = 'The answer names no words of the session as its evidence.'

function checkUndecided(field: Field, { state, confidence }: Draft, evidence: Evidence[]): Checked {
  if (evidence.length > 0) return { result: unclearResult(field, evidence, between0And1(confidence)), faults: [] }
  if (state !== 'unclear') return { result: emptyResult(field), faults: [] }
  const reason = 'Left empty, because no quote from the session shows what was said about this field.'
  return { result: emptyResult(field, [wholeValueFlag(1, reason)]), faults: [unquoted] }
}

/** Checks a draft against its field and the session (product 10.5): form, quotes, numbers, dates, names, state. */
export function checkDraft(field: Field, draft: Draft, against: CheckContext): Checked {
  if (draft.state === 'not_discussed') return { result: emptyResult(field), faults: [] }
  const quotes = settleQuotes(draft.evidence, against.turns)
  if (draft.state === 'unclear' || isBlank(draft.value)) return checkUndecided(field, draft, quotes.evidence)
  const shaped = shapeValue(field, draft.value)
  const { prepared } = against.stock
  const cited = citedWords(quotes.evidence, prepared)
  const readable = canRead(field, shaped.value, prepared, cited)
  const isNameless = field.type === 'string' && field.names === false
  const value = isNameless
    ? shaped.value.map((text) => withoutNames(text, against.turns.join('\n'), against.context, readable))
    : shaped.value
  const faults = [...shaped.faults]
  const flags: Flag[] = shaped.faults.map((fault) => wholeValueFlag(1, fault))
  const source = quotes.evidence.length === 0 ? givenBy(field, value, against.context) : null
  if (source === 'page') return { result: fromPage(field, draft, value), faults: [] }
  if (value.length > 0) {
    if (quotes.unfounded.length > 0) {
      faults.push('A quote does not occur in the turn that it names.')
      flags.push(wholeValueFlag(1, 'The quote contains words that were not said.'))
    }
    if (quotes.evidence.length === 0 && source === null) {
      faults.push(unquoted)
      flags.push(wholeValueFlag(1, 'No quote from the session supports this.'))
    }
    const { rest, flags: unsaid } = spokenTypes.has(field.type)
      ? apartFromExtracts(field, shaped.value, cited.turns, prepared)
      : { rest: shaped.value, flags: [] }
    const otherFlags = readable
      ? unsupportedParts(field, rest, against.stock, cited)
      : quotes.evidence.length > 0
        ? unsaidInAnyLanguage(field, rest, prepared, cited, against.stock.words)
        : []
    const allFlags = [...unsaid, ...otherFlags]
    const unsupported = allFlags.map((flag) =>
      // If names were removed, the value may not contain the flagged text any more.
      value.some((text) => text.includes(flag.text)) ? flag : { ...flag, text: '' },
    )
    const unknown = unsupported.filter(({ text }) => !standsInPage(text, against.context))
    faults.push(...unknown.map(faultOf))
    flags.push(...unsupported.map((flag) => (unknown.includes(flag) ? flag : { ...flag, ...knownFromPage })))
    if (readable && quotes.evidence.length > 0) {
      const contradicted = spokenTypes.has(field.type)
        ? rest.flatMap((text) => contradictedSentences(field.name, text, prepared, cited))
        : contradictedChoices(field, value, cited)
      faults.push(...contradicted.map(faultOf))
      flags.push(...contradicted)
    }
  }
  const confidence = between0And1(draft.confidence)
  const enough = isEnough(field, confidence)
  if (quotes.evidence.length > 0 && (!enough || isBlank(value))) {
    const reasons = enough ? shaped.faults.map((fault) => wholeValueFlag(1, fault)) : [unsure]
    return { result: unclearResult(field, quotes.evidence, confidence, reasons), faults: enough ? faults : [] }
  }
  if (!enough) flags.push(unsure)
  return {
    result: {
      id: field.id,
      type: field.type,
      value: enough ? value : [],
      confidence,
      state: source === 'visit' ? 'entered' : draft.state === 'entered' ? 'stated' : draft.state,
      evidence: quotes.evidence,
      flags,
      ...(source === null ? {} : { given: source }),
    },
    faults: enough ? faults : [],
  }
}
