import type { Evidence, Field } from '../../../lib/contracts/index.ts'
import type { Draft } from '../draft.ts'
import type { Statement } from './session.ts'

export interface Answer {
  value: string[]
  statements: readonly Statement[]
  confidence: number
  denied?: boolean
}

const quote = ({ turn, text }: Statement): Evidence => ({ turn, quote: text })

export const inOrder = (statements: readonly Statement[]): Statement[] =>
  [...new Set(statements)].sort((a, b) => a.turn - b.turn || a.start - b.start)

export function toDraft(field: Field, { value, statements, confidence, denied = false }: Answer): Draft {
  const evidence = inOrder(statements).map(quote)
  return { id: field.id, value, confidence, state: denied ? 'denied' : 'stated', evidence }
}
