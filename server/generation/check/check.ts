import type { Field, Flag, Result, VisitContext } from '../../../lib/contracts/index.ts'
import { withoutNames } from '../reading/names.ts'
import type { Draft } from '../writer.ts'
import { flippedSentences } from './flips.ts'
import { crossRead } from './options.ts'
import { settleQuotes } from './quotes.ts'
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

/** A value that only repeats the visit's own day needs no words of the session. */
const fromDetails = (field: Field, value: readonly string[], context: VisitContext): boolean =>
  field.type === 'date' && value.length === 1 && value[0] === context.current_visit?.date

/** Types whose values are sentences. */
const spokenTypes: ReadonlySet<Field['type']> = new Set(['string', 'template', 'table'])

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
    const { said } = against.stock
    const cited = citedWords(quotes.evidence, said)
    const unsupported = unsupportedParts(field, shaped.value, against.stock, cited).map((flag) =>
      // A name that was taken out with the others leaves the value, not the doubt.
      value.some((text) => text.includes(flag.text)) ? flag : { ...flag, text: '' },
    )
    faults.push(...unsupported.map(({ text, reason }) => (text === '' ? reason : `Not said in the session: ${text}`)))
    flags.push(...unsupported)
    if (quotes.evidence.length > 0) {
      const misread = [
        ...crossRead(field, value, said, cited),
        ...(spokenTypes.has(field.type)
          ? value.flatMap((text) => flippedSentences(field.name, text, said, cited))
          : []),
      ]
      faults.push(...misread.map(({ text, reason }) => (text === '' ? reason : `${reason} (${text})`)))
      flags.push(...misread)
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
