import type { Field, Flag, Result, VisitContext } from '../../../lib/contracts/index.ts'
import { withoutNames } from '../reading/names.ts'
import type { Draft } from '../writer.ts'
import { flippedSentences } from './flips.ts'
import { crossRead } from './options.ts'
import { isFromPage, standsInPage } from './page-values.ts'
import { settleQuotes } from './quotes.ts'
import { canRead } from './readable.ts'
import { citedWords } from './said.ts'
import { type Stock, unsupportedParts } from './support.ts'
import { shapeValue } from './values.ts'

/** What a draft is held against. */
export interface CheckContext {
  turns: readonly string[]
  context: VisitContext
  stock: Stock
}

/** A draft as a result, marked where it has to be, and the faults worth asking about once more. */
export interface Checked {
  result: Result
  faults: string[]
}

const whole = (severity: Flag['severity'], reason: string): Flag => ({ severity, text: '', reason })

/** An empty answer: nothing was said about it. */
export function emptyResult(field: Field, flags: Flag[] = []): Result {
  return { id: field.id, type: field.type, value: [], confidence: 0, state: 'not_discussed', evidence: [], flags }
}

/** A value that only repeats the visit's own day, or what stands in the page, needs no words of the session. */
function givenBy(field: Field, value: readonly string[], context: VisitContext): 'visit' | 'page' | null {
  if (field.type === 'date' && value.length === 1 && value[0] === context.current_visit?.date) return 'visit'
  return isFromPage(field, value, context) ? 'page' : null
}

/** What stands in the page is known, though nobody said it: worth telling, not worth asking about once more. */
const knownFromPage: Pick<Flag, 'severity' | 'reason'> = {
  severity: 1,
  reason: 'This is from the page. It was not said in the session.',
}

const between0And1 = (confidence: number): number => Math.min(1, Math.max(0, confidence))
const isEnough = ({ probability }: Field, confidence: number): boolean =>
  probability === undefined || confidence >= probability

const unsure = whole(1, 'Left empty, because the answer was not certain enough.')

/** A value carried over from the page: nobody said it, so it claims no words. */
function fromPage(field: Field, draft: Draft, value: string[]): Result {
  const confidence = between0And1(draft.confidence)
  const about = { ...emptyResult(field), confidence, state: 'entered', given: 'page' } as const
  return isEnough(field, confidence) ? { ...about, value } : { ...about, flags: [unsure] }
}

/** Types whose values are sentences. */
const spokenTypes: ReadonlySet<Field['type']> = new Set(['string', 'template', 'table'])

/**
 * Holds a draft to its field and to the session (product 10.5): form, quotes, numbers, dates, names, state.
 * `not_discussed` is always empty. The value is kept where it can be and marked; a value of the wrong form is left out.
 */
export function checkDraft(field: Field, draft: Draft, against: CheckContext): Checked {
  const blank = draft.value.every((part) => part.trim() === '')
  if (draft.state === 'not_discussed' || blank) return { result: emptyResult(field), faults: [] }
  const quotes = settleQuotes(draft.evidence, against.turns)
  const shaped = shapeValue(field, draft.value)
  const { said } = against.stock
  const cited = citedWords(quotes.evidence, said)
  const readable = canRead(field, shaped.value, said, cited)
  const named = field.type === 'string' && field.names === false
  const value = named
    ? shaped.value.map((text) => withoutNames(text, against.turns.join('\n'), against.context, readable))
    : shaped.value
  const faults = [...shaped.faults]
  const flags: Flag[] = shaped.faults.map((fault) => whole(1, fault))
  const given = quotes.evidence.length === 0 ? givenBy(field, value, against.context) : null
  if (given === 'page') return { result: fromPage(field, draft, value), faults: [] }
  if (value.length > 0) {
    if (quotes.unfounded.length > 0) {
      faults.push('A quote does not occur in the turn that it names.')
      flags.push(whole(1, 'Words were quoted that were not said.'))
    }
    if (quotes.evidence.length === 0 && given === null) {
      faults.push('The answer names no words of the session as its evidence.')
      flags.push(whole(1, 'No words of the session were shown to support this.'))
    }
    const found = readable ? unsupportedParts(field, shaped.value, against.stock, cited) : []
    const unsupported = found.map((flag) =>
      // A name that was taken out with the others leaves the value, not the doubt.
      value.some((text) => text.includes(flag.text)) ? flag : { ...flag, text: '' },
    )
    const unknown = unsupported.filter(({ text }) => !standsInPage(text, against.context))
    faults.push(...unknown.map(({ text, reason }) => (text === '' ? reason : `Not said in the session: ${text}`)))
    flags.push(...unsupported.map((flag) => (unknown.includes(flag) ? flag : { ...flag, ...knownFromPage })))
    if (readable && quotes.evidence.length > 0) {
      const flipped = spokenTypes.has(field.type)
        ? value.flatMap((text) => flippedSentences(field.name, text, said, cited))
        : []
      // The built-in reader's own reading (severity 1) is never sent to the model: a false complaint would spoil a right answer.
      const contradicted = flipped.filter(({ severity }) => severity > 1)
      faults.push(...contradicted.map(({ text, reason }) => `${reason} (${text})`))
      flags.push(...crossRead(field, value, said, cited), ...flipped)
    }
  }
  const confidence = between0And1(draft.confidence)
  const enough = isEnough(field, confidence)
  if (!enough) flags.push(unsure)
  return {
    result: {
      id: field.id,
      type: field.type,
      value: enough ? value : [],
      confidence,
      state: given === 'visit' ? 'entered' : draft.state === 'entered' ? 'stated' : draft.state,
      evidence: quotes.evidence,
      flags,
      ...(given === null ? {} : { given }),
    },
    faults: enough ? faults : [],
  }
}
