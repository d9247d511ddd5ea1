import type { Evidence, Field } from '../../../lib/contracts/index.ts'
import type { Draft } from '../draft.ts'
import type { Statement } from './session.ts'

/** A value before it becomes a draft, with the statements on which it is based. */
export interface Answer {
  value: string[]
  statements: readonly Statement[]
  confidence: number
  denied?: boolean
}

const quote = ({ turn, text }: Statement): Evidence => ({ turn, quote: text })

/** Returns the statements without repetitions, in the order in which they were said. */
export const inOrder = (statements: readonly Statement[]): Statement[] =>
  [...new Set(statements)].sort((a, b) => a.turn - b.turn || a.start - b.start)

/** Converts an answer to a draft. Each statement becomes one literal quote. */
export function toDraft(field: Field, { value, statements, confidence, denied = false }: Answer): Draft {
  const evidence = inOrder(statements).map(quote)
  return { id: field.id, value, confidence, state: denied ? 'denied' : 'stated', evidence }
}
