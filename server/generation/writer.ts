import type { Field, ModelPrice, Result, VisitContext } from '../../lib/contracts/index.ts'
import type { Computing } from './computing/computing.ts'
import type { Proposal, ProposeRequest } from './proposing/proposal.ts'

/** What a writer answers for one field, before it is checked. */
export type Draft = Omit<Result, 'flags' | 'type'>

/** One group of fields to be written in one go: same model, same temperature, no conditions among them. */
export interface WriteRequest {
  instructions: string
  fields: readonly Field[]
  /** Numbered from 0; evidence names these numbers. An empty one was left out. */
  turns: readonly string[]
  context: VisitContext
  /** From 0 to 1. */
  temperature: number
  /** What was wrong with the last answer, where this is the second try. */
  complaints: readonly { id: string; fault: string }[]
  /** What stands in the one field asked for, and what is to become of it. */
  rewriting?: { text: string; instruction: string }
  /** Where the words are read by a writer that reads them itself; absent: in the thread of the caller. */
  computing?: Computing
  /** Told what the answer cost, once it came. */
  onUsage?: (tokens: TokenCount) => void
  signal: AbortSignal
}

/** What a language model read and wrote. */
export interface TokenCount {
  inputTokens: number
  outputTokens: number
}

/** Fills fields from words. Drafts may come one by one; a writer may leave fields out, which then stay empty. */
export interface Writer {
  name: string
  /** Who serves the model, for the log. Absent: `embedded`. */
  provider?: string
  /** How many tokens it reads at most; absent or 0 where there is no limit or none is known. */
  contextSize?: number
  /** Absent where it is not known. */
  price?: ModelPrice
  /** Whether it can rewrite a text as a person asks. */
  followsInstructions?: boolean
  write(request: WriteRequest): AsyncIterable<Draft>
  /** What a template could be. A writer without it has fields proposed by known sections and the shape of the words. */
  propose?(request: ProposeRequest): Promise<Proposal>
}
