import type { Computing } from '../computing/computing.ts'
import { computeHere } from '../computing/here.ts'
import type { Writer } from '../writer.ts'
import type { Proposal, ProposeRequest } from './proposal.ts'

export { sketchCollection } from './collect.ts'
export type { Proposal, ProposeRequest } from './proposal.ts'
export type { Sketch } from './sections/index.ts'

/**
 * Proposes a template. If the writer cannot propose, rules do it, from the known sections and the layout of the text.
 * Throws what the writer throws, or a ComputingFailedError.
 */
export async function propose(
  writer: Writer,
  request: ProposeRequest,
  computing: Computing = computeHere,
): Promise<Proposal> {
  if (writer.propose !== undefined) return writer.propose(request)
  return computing.read('propose', [request.kind, request.text], request.signal)
}
