import type { Output, Result, WrittenBy } from '../contracts/index.ts'

/**
 * Returns who wrote the values: `model` if a language model wrote any of them, `embedded` if only the built-in writer
 * did, and null if people entered all of them. Earlier versions of the server did not store the writer of a result.
 * Their notes have `spent` only if a language model was called.
 */
export function writerOf({
  results,
  spent,
}: {
  results: readonly Result[]
  spent?: Output['spent']
}): WrittenBy | null {
  const writers = new Set(results.flatMap(({ writer = [] }) => writer))
  if (writers.size > 0) return writers.has('model') ? 'model' : 'embedded'
  if (results.every(({ state, given: source }) => state === 'entered' && source === undefined)) return null
  return spent === undefined ? 'embedded' : 'model'
}

/** The label of a note that the built-in writer has written: in its history, in print, and beside its signature. */
export const extractsLabel = 'Extracts, written by no AI'
