import type { Field, Flag, Result } from '../../../lib/contracts/index.ts'
import { apartFromExtracts } from '../check/extracts.ts'
import { citedWords, type PreparedSession } from '../check/prepared-session.ts'
import { canRead } from '../check/readable.ts'
import { spokenTypes } from '../reading/spoken-types.ts'
import { flippedSentences } from './flips.ts'
import { crossRead } from './options.ts'

/** The second reading (severity 1): the check flags only certain contradictions, and most wrong choices are none. */
export function secondReading(field: Field, { value, evidence, flags }: Result, prepared: PreparedSession): Flag[] {
  if (value.length === 0 || evidence.length === 0 || flags.some(({ severity }) => severity > 1)) return []
  const cited = citedWords(evidence, prepared)
  if (!canRead(field, value, prepared, cited)) return []
  if (!spokenTypes.has(field.type)) return crossRead(field, value, cited)
  const { rest } = apartFromExtracts(field, value, cited.turns, prepared)
  return rest.flatMap((text) => flippedSentences(field.name, text, prepared, cited))
}
