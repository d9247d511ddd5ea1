import type { Field } from '../../../lib/contracts/index.ts'

/** Field types whose values are written in sentences, so that each sentence can be compared with what was said. */
export const spokenTypes: ReadonlySet<Field['type']> = new Set(['string', 'template', 'table'])
