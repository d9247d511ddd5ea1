import type { Field } from '../../../lib/contracts/index.ts'

export const spokenTypes: ReadonlySet<Field['type']> = new Set(['string', 'template', 'table'])
