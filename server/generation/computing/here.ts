import { writeEmbedded } from '../embedded/write.ts'
import { type Computing, readings } from './computing.ts'

/** Reads in the thread of the caller, without a limit: for scripts and tests. A server reads in threads of its own. */
export const computeHere: Computing = {
  async read(name, input, signal) {
    signal.throwIfAborted()
    const reading = readings[name] as (...input: unknown[]) => never
    return reading(...input)
  },
  async *write(request, signal) {
    for (const draft of writeEmbedded(request)) {
      signal.throwIfAborted()
      yield draft
    }
  },
}
