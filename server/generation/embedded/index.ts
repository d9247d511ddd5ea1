import { computeHere } from '../computing/here.ts'
import type { Writer } from '../writer.ts'

/**
 * The writer that works without network and model. It finds the sentences that answer or mention the subject of a
 * field. A text field gets these sentences word for word. Other fields get the number, date, choice or medicine that
 * the sentences state. A field without a matching sentence gets the value that the page's form has for it, or no draft.
 */
export const embeddedWriter: Writer = {
  name: 'The built-in writer',
  async *write({ fields, turns, context, instructions, byVoice = false, complaints, computing = computeHere, signal }) {
    // The output is deterministic: after complaints about an answer, a second attempt would return the same answer.
    if (complaints.length === 0) yield* computing.write({ fields, turns, context, instructions, byVoice }, signal)
  },
}
