import type { ModelPrice } from '../../lib/contracts/index.ts'
import type { Computing } from './computing/computing.ts'
import type { Draft, WriteInput } from './draft.ts'
import type { UnusableAnswerError, WriterFailedError } from './failures.ts'
import type { Proposal, ProposeRequest } from './proposing/proposal.ts'
import type { ReviewAnswer, ReviewInput } from './review/statements.ts'
import type { TokenCount } from './tokens.ts'

/**
 * A group of fields to write in one call: they have the same model and temperature, and no field depends on another.
 */
export interface WriteRequest extends WriteInput {
  /** From 0 to 1. */
  temperature: number
  /** On the second attempt: the faults of the first answer, and this answer. Without `answer`, there was none. */
  complaints: readonly { id: string; faults: readonly string[]; answer?: Draft }[]
  /** For rewriting a single field: its present text, and the instruction how to change it. */
  rewriting?: { text: string; instruction: string }
  /** Where the analysis of the built-in writer runs. Default: in the calling thread. */
  computing?: Computing
  /** Called with the token count after the answer. */
  onUsage?: (tokens: TokenCount) => void
  /** Called with each failure of the provider, also if a repeated request succeeds. */
  onTrouble?: (error: WriterFailedError | UnusableAnswerError) => void
  signal: AbortSignal
}

/** A request to a model to judge the statements of a note. */
export interface ReviewRequest extends ReviewInput {
  /** Called with the token count after the answer. */
  onUsage?: (tokens: TokenCount) => void
  /** Called with each failure of the provider, also if a repeated request succeeds. */
  onTrouble?: (error: WriterFailedError | UnusableAnswerError) => void
  signal: AbortSignal
}

/** Fills fields from the words of a session. Drafts may arrive one by one. Fields without a draft stay empty. */
export interface Writer {
  name: string
  /**
   * The slot of the model. It can differ from the requested slot. For example, if the requested slot has no model, the
   * model of slot 0 is used. Absent: the writer belongs to no slot, for example the built-in writer if slot 0 is empty.
   */
  slot?: number
  /** The writer that is asked if this one fails. The fallback of the fallback is not used. */
  fallback?: Writer
  /**
   * Who reviews what this writer has written. Null: nobody. Absent: this writer itself, if it has the function `review`.
   */
  reviewer?: Writer | null
  /** The provider of the model, for the log. Default: `embedded`. */
  provider?: string
  /** The context size in tokens. Absent or 0: unlimited or unknown. */
  contextSize?: number
  /** Price of the model. Absent if it is unknown. */
  price?: ModelPrice
  /** True if the writer can rewrite a text according to a user's instruction. */
  followsInstructions?: boolean
  write(request: WriteRequest): AsyncIterable<Draft>
  /** Judges the statements of a note, and names what the note lacks. Absent: the writer cannot review. */
  review?(request: ReviewRequest): Promise<ReviewAnswer>
  /**
   * Proposes a template. If a writer does not have this function, rules propose the template from the known sections,
   * and from the lines and lists of the text.
   */
  propose?(request: ProposeRequest): Promise<Proposal>
}
