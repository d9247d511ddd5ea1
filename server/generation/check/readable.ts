import type { Field } from '../../../lib/contracts/index.ts'
import { languageOf } from '../reading/language.ts'
import type { PreparedSession } from './prepared-session.ts'

/**
 * True if both the session and a value are English. In another language, the rules for English would miss number words,
 * and would mistake a German noun for a name.
 */
export function canRead(field: Field, value: readonly string[], { session }: PreparedSession): boolean {
  const spoken = session.language ?? 'en'
  return spoken === 'en' && languageOf(`${value.join('\n')}\n${field.name}`, spoken) === 'en'
}
