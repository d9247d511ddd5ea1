import type { Field } from '../../../lib/contracts/index.ts'
import type { TokenCount } from '../tokens.ts'

export interface ProposeRequest {
  kind: 'description' | 'example'
  text: string
  onUsage?: (tokens: TokenCount) => void
  signal: AbortSignal
}

/** It contains no statements of an example note. */
export interface Proposal {
  name?: string
  instructions?: string
  fields: Field[]
}
