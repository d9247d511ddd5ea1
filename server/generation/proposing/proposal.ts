import type { Field } from '../../../lib/contracts/index.ts'
import type { TokenCount } from '../tokens.ts'

/** The input for a proposal: a description in the user's words, or an example note. */
export interface ProposeRequest {
  kind: 'description' | 'example'
  text: string
  /** Called with the token count of each answer of a language model. */
  onUsage?: (tokens: TokenCount) => void
  signal: AbortSignal
}

/** A proposed template. The ids of its fields are unique. It contains no statements of an example note. */
export interface Proposal {
  name?: string
  instructions?: string
  fields: Field[]
}
