import type { Writer } from '../writer.ts'
import { fromDescription } from './from-description.ts'
import { fromExample } from './from-example.ts'
import type { Proposal, ProposeRequest } from './proposal.ts'

export { sketchCollection } from './collect.ts'
export type { Proposal, ProposeRequest } from './proposal.ts'
export type { Sketch } from './sections/index.ts'

/** What a template could be, by a writer that can say so, else by known sections and the shape of the words. */
export async function propose(writer: Writer, request: ProposeRequest): Promise<Proposal> {
  if (writer.propose !== undefined) return writer.propose(request)
  return request.kind === 'description' ? fromDescription(request.text) : fromExample(request.text)
}
