import type { Computing } from '../computing/computing.ts'
import { computeHere } from '../computing/here.ts'
import type { Writer } from '../writer.ts'
import type { Proposal, ProposeRequest } from './proposal.ts'

export { sketchCollection } from './collect.ts'
export type { Proposal, ProposeRequest } from './proposal.ts'
export type { Sketch } from './sections.ts'

/** Without `propose` of the writer, rules propose. Throws the errors of the writer, or a ComputingFailedError. */
export async function propose(
  writer: Writer,
  request: ProposeRequest,
  computing: Computing = computeHere,
): Promise<Proposal> {
  if (writer.propose !== undefined) return writer.propose(request)
  return computing.read('propose', [request.kind, request.text], request.signal)
}
