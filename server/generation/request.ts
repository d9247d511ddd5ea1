import type { DynamicField, Output, Result, Template, VisitContext, WritingStyle } from '../../lib/contracts/index.ts'
import type { Computing } from './computing/computing.ts'
import type { GroupFailure } from './failures.ts'
import type { TokenCount } from './tokens.ts'
import type { UnclearTurns } from './unclear-words.ts'
import type { Writer } from './writer.ts'

export interface GenerateRequest {
  template: Template
  dynamicFields?: readonly DynamicField[]
  turns: readonly string[]
  byVoice?: boolean
  /** Where each turn begins on the recording's timeline, in ms. Null: not known. Absent: no turn has a known time. */
  turnBeginsMs?: readonly (number | null)[]
  /** For each turn: the words that were heard unclearly. Absent: none. */
  turnUnclear?: UnclearTurns
  language?: string
  context: VisitContext
  style?: WritingStyle
  /** Their fields are not generated again, but conditions can refer to them. */
  existingResults?: readonly Result[]
  /** Results of an earlier attempt, which a failure of the model interrupted. */
  writtenBefore?: readonly Result[]
  /** Longest pause in ms that a provider may ask for so that generation ends with a `TryLaterError`. */
  laterMaxMs?: number
  rewriting?: { text: string; instruction: string }
  writers: (slot: number) => Writer
  computing?: Computing
  /** Time limit in ms for one group of fields. The fields of a group that takes longer stay empty. */
  groupTimeoutMs?: number
  /** The value of `performance.now()` at which a review is given up. The note is then complete without it. */
  reviewUntilMs?: number
  signal: AbortSignal
  onResult?: (result: Result) => void
  onFailure?: (failure: GroupFailure) => void
  /** Also called if a repeated request or another model then succeeds. */
  onTrouble?: (failure: GroupFailure) => void
  /** The note is complete without the review. */
  onReviewFailure?: (failure: GroupFailure) => void
  /** `isReview`: the answer is a review. */
  onUsage?: (slot: number, tokens: TokenCount, isReview: boolean) => void
}

export type Generate = (request: GenerateRequest) => Promise<Output>
