import type { Field, Flag, Result } from '../../../lib/contracts/index.ts'
import { citedWords, type PreparedSession } from '../check/prepared-session.ts'
import { canRead } from '../check/readable.ts'
import { spokenTypes } from '../reading/spoken-types.ts'
import { flippedSentences } from './flips.ts'
import { crossRead } from './options.ts'

/**
 * Hints of the built-in rules, which read the quoted words a second time (severity 1). The check judges a choice or a
 * negation only if the quoted words contradict it with certainty. Without these hints, most choices and negations that
 * were not said would pass unseen where no second model reviews the note. The rules are often wrong, so a hint is never
 * sent to the model: a false complaint would spoil a correct answer.
 */
export function secondReading(field: Field, { value, evidence, flags }: Result, prepared: PreparedSession): Flag[] {
  if (value.length === 0 || evidence.length === 0 || flags.some(({ severity }) => severity > 1)) return []
  const cited = citedWords(evidence, prepared)
  if (!canRead(field, value, prepared, cited)) return []
  if (!spokenTypes.has(field.type)) return crossRead(field, value, prepared, cited)
  return value
    .flatMap((text) => flippedSentences(field.name, text, prepared, cited))
    .map((flag) => ({ ...flag, severity: 1 }))
}
