import type { Field, Result, VisitContext } from '../../lib/contracts/index.ts'

/** What a writer answers for one field, before it is checked. */
export type Draft = Omit<Result, 'flags' | 'type'>

/** One group of fields to be written in one go: same model, same temperature, no conditions among them. */
export interface WriteRequest {
  instructions: string
  fields: readonly Field[]
  /** Numbered from 0; evidence names these numbers. */
  turns: readonly string[]
  context: VisitContext
  temperature: number | undefined
  /** What was wrong with the last answer, where this is the second try. */
  complaints: readonly { id: string; fault: string }[]
  signal: AbortSignal
}

/** Fills fields from words. Drafts may come one by one; a writer may leave fields out, which then stay empty. */
export interface Writer {
  name: string
  write(request: WriteRequest): AsyncIterable<Draft>
}
