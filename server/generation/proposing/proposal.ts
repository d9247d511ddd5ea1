import type { Field } from '../../../lib/contracts/index.ts'

/** What a template is to be made from: a person's own words for it, or a note that shows how one should look. */
export interface ProposeRequest {
  kind: 'description' | 'example'
  text: string
  signal: AbortSignal
}

/** What a template could be; ids are unique, and nothing of an example's own content is in it. */
export interface Proposal {
  name?: string
  instructions?: string
  fields: Field[]
}
