import { writeEmbedded } from '../embedded/write.ts'
import { type Computing, readings } from './computing.ts'

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
