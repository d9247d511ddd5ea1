import type { Field } from '../../../lib/contracts/index.ts'

/** Field types whose values are full sentences, so the sentences can be compared with what was said. */
export const spokenTypes: ReadonlySet<Field['type']> = new Set(['string', 'template', 'table'])
