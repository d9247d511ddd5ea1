import type { Field, Result, VisitContext } from '../../lib/contracts/index.ts'

/** A writer's answer for one field, before the check. */
export type Draft = Omit<Result, 'flags' | 'type'>

/** What every writer reads, as plain data that can be sent to a thread. */
export interface WriteInput {
  instructions: string
  fields: readonly Field[]
  /** Evidence refers to turns by their index. An empty turn was left out. */
  turns: readonly string[]
  context: VisitContext
}
