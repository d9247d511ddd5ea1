import { computeHere } from '../computing/here.ts'
import type { Writer } from '../writer.ts'

export const embeddedWriter: Writer = {
  name: 'The built-in writer',
  async *write({ fields, turns, context, instructions, byVoice = false, complaints, computing = computeHere, signal }) {
    // The output is deterministic: after complaints about an answer, a second attempt would return the same answer.
    if (complaints.length === 0) yield* computing.write({ fields, turns, context, instructions, byVoice }, signal)
  },
}
