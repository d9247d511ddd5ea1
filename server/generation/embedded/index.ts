import { computeHere } from '../computing/here.ts'
import type { Writer } from '../writer.ts'

/**
 * The writer that needs neither network nor model: it finds sentences by what they answer and say, reads numbers, dates,
 * medicines and denials off them, and retells them in the third person. What it does not find stays empty.
 */
export const embeddedWriter: Writer = {
  name: 'The built-in writer',
  async *write({ fields, turns, context, instructions, complaints, computing = computeHere, signal }) {
    // It would answer the same again.
    if (complaints.length === 0) yield* computing.write({ fields, turns, context, instructions }, signal)
  },
}
