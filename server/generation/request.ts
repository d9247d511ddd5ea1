import type { DynamicField, Output, Result, Template, VisitContext, WritingStyle } from '../../lib/contracts/index.ts'
import type { Computing } from './computing/computing.ts'
import type { GroupFailure } from './failures.ts'
import type { TokenCount } from './tokens.ts'
import type { UnclearTurns } from './unclear-words.ts'
import type { Writer } from './writer.ts'

/** The input of one generation. */
export interface GenerateRequest {
  template: Template
  /** Fields of the page's form. Only the extension uses them (product 3.5). */
  dynamicFields?: readonly DynamicField[]
  turns: readonly string[]
  /**
   * True if the speakers of one microphone were distinguished by their voices only, so that their roles are not known.
   */
  byVoice?: boolean
  /** Where each turn begins on the recording's timeline, in ms. Null: not known. Absent: no turn has a known time. */
  turnBeginsMs?: readonly (number | null)[]
  /** For each turn: the words that were heard unclearly. Absent: none. */
  turnUnclear?: UnclearTurns
  /** Code of the session's language (`es`, `pt-BR`). Absent if it is not known. */
  language?: string
  context: VisitContext
  /** How a language model words the note. */
  style?: WritingStyle
  /** Results that exist already. Their fields are not generated again, but conditions can refer to them. */
  existingResults?: readonly Result[]
  /**
   * Results of an earlier attempt, which a failure of the model interrupted. They are kept unchanged, and they are
   * reviewed.
   */
  writtenBefore?: readonly Result[]
  /**
   * Maximum pause in ms before a later attempt. If a model is temporarily unavailable, and its provider asks for no
   * pause or for a pause of at most this length, generation ends with a `TryLaterError`, so that the caller can try
   * again later. If the provider asks for a longer pause, if the model fails for another reason, or if this property is
   * absent, the fallback model is asked at once.
   */
  laterMaxMs?: number
  /** For rewriting one field: its present text, and the instruction how to change it. */
  rewriting?: { text: string; instruction: string }
  /** The writer of a model slot, 0 to 14. */
  writers: (slot: number) => Writer
  /** Runs the analysis of the session's words. Default: in the calling thread. */
  computing?: Computing
  /** Time limit in ms for one group of fields. The fields of a group that takes longer stay empty. */
  groupTimeoutMs?: number
  /** The value of `performance.now()` at which a review is given up. The note is then complete without it. */
  reviewUntilMs?: number
  signal: AbortSignal
  /** Called with the result of each field as soon as it is final, once per field. */
  onResult?: (result: Result) => void
  /**
   * Called for each group of fields if the writer that was asked last (the model or its fallback) failed and left
   * fields without an answer.
   */
  onFailure?: (failure: GroupFailure) => void
  /**
   * Called for each failed request to the provider of a model, even if a repeated request or another model then
   * succeeded.
   */
  onTrouble?: (failure: GroupFailure) => void
  /** Called if the reviewing model failed. The note is complete without the review. */
  onReviewFailure?: (failure: GroupFailure) => void
  /**
   * Called with the token count of each answer of a language model, by model slot. `isReview`: the answer is a review.
   */
  onUsage?: (slot: number, tokens: TokenCount, isReview: boolean) => void
}

/** The function `generate` of `engine.ts`. Services receive it as a dependency. */
export type Generate = (request: GenerateRequest) => Promise<Output>
