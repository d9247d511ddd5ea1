import type { Field } from '../../../lib/contracts/index.ts'

/** The input for a proposal: a description in the user's words, or an example note. */
export interface ProposeRequest {
  kind: 'description' | 'example'
  text: string
  signal: AbortSignal
}

/** A proposed template. Field ids are unique. It contains none of the statements of an example note. */
export interface Proposal {
  name?: string
  instructions?: string
  fields: Field[]
}
