import type { Evidence, Field } from '../../../lib/contracts/index.ts'
import type { Draft } from '../draft.ts'
import type { Sentence } from '../reading/sentences.ts'

/** A value before it becomes a draft. */
export interface Answer {
  value: string[]
  sentences: readonly Sentence[]
  confidence: number
  denied?: boolean
}

const quote = ({ turn, text }: Sentence): Evidence => ({ turn, quote: text })

/**
 * Converts an answer to a draft. Each sentence becomes one literal quote. The quotes are in the order of the session.
 */
export function toDraft(field: Field, { value, sentences, confidence, denied = false }: Answer): Draft {
  const ordered = [...new Set(sentences)].sort((a, b) => a.turn - b.turn || a.start - b.start)
  return { id: field.id, value, confidence, state: denied ? 'denied' : 'stated', evidence: ordered.map(quote) }
}
