import type { Field, Flag, Result, VisitContext } from '../../../lib/contracts/index.ts'
import { withoutNames } from '../reading/names.ts'
import type { Draft } from '../writer.ts'
import { settleQuotes } from './quotes.ts'
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

/** A value that only repeats the visit's own day needs no words of the session. */
const fromDetails = (field: Field, value: readonly string[], context: VisitContext): boolean =>
  field.type === 'date' && value.length === 1 && value[0] === context.current_visit?.date

/** "Yes" on words that begin with a no, and the reverse, contradict themselves. */
function contradicts(field: Field, draft: Draft, value: readonly string[]): boolean {
  if (field.type !== 'boolean') return false
  const said = draft.evidence.map(({ quote }) => quote.trim().toLowerCase())
  if (value[0] === 'Yes' && draft.state === 'denied') return true
  return (
    value[0] === 'Yes' &&
    said.length > 0 &&
    said.every((quote) => /^(?:no|never|not at all|nope)\b(?!,? (?:longer|wonder|doubt))/.test(quote))
  )
}

/**
 * Holds a draft to its field and to the session (design §6): form, quotes, numbers, dates, names, state. `not_discussed`
 * is always empty. The value is kept where it can be and marked; a value of the wrong form is left out.
 */
export function checkDraft(field: Field, draft: Draft, against: CheckContext): Checked {
  const blank = draft.value.every((part) => part.trim() === '')
  if (draft.state === 'not_discussed' || blank) return { result: emptyResult(field), faults: [] }
  const quotes = settleQuotes(draft.evidence, against.turns)
  const shaped = shapeValue(field, draft.value)
  const named = field.type === 'string' && field.names === false
  const value = named
    ? shaped.value.map((text) => withoutNames(text, against.turns.join('\n'), against.context))
    : shaped.value
  const faults = [...shaped.faults]
  const flags: Flag[] = shaped.faults.map((fault) => whole(1, fault))
  const details = fromDetails(field, value, against.context)
  if (value.length > 0) {
    if (quotes.unfounded.length > 0) {
      faults.push('A quote does not stand in the turn it names.')
      flags.push(whole(1, 'Words were quoted that were not said.'))
    }
    if (quotes.evidence.length === 0 && !details) {
      faults.push('The answer names no words of the session it stands on.')
      flags.push(whole(1, 'Nothing in the session was shown to support this.'))
    }
    const unsupported = unsupportedParts(field, value, against.stock)
    faults.push(...unsupported.map(({ text }) => `Not said in the session: ${text}`))
    flags.push(...unsupported)
    if (contradicts(field, draft, value)) {
      faults.push('The answer contradicts the words it quotes.')
      flags.push(whole(3, 'The session says the opposite.'))
    }
  }
  const confidence = Math.min(1, Math.max(0, draft.confidence))
  const enough = field.probability === undefined || confidence >= field.probability
  if (!enough) flags.push(whole(1, 'Left empty: not sure enough to answer.'))
  return {
    result: {
      id: field.id,
      type: field.type,
      value: enough ? value : [],
      confidence,
      state: details && quotes.evidence.length === 0 ? 'entered' : draft.state === 'entered' ? 'stated' : draft.state,
      evidence: quotes.evidence,
      flags,
    },
    faults: enough ? faults : [],
  }
}
