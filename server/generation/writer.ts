import type { FieldNamesRequest, ModelPrice } from '../../lib/contracts/index.ts'
import type { Computing } from './computing/computing.ts'
import type { Draft, WriteInput } from './draft.ts'
import type { UnusableAnswerError, WriterFailedError } from './failures.ts'
import type { Proposal, ProposeRequest } from './proposing/proposal.ts'
import type { ReviewAnswer, ReviewInput } from './review/statements.ts'
import type { TokenCount } from './tokens.ts'

export interface WriteRequest extends WriteInput {
  temperature: number
  /** On the second attempt: the faults of the first answer, and this answer. Without `answer`, there was none. */
  complaints: readonly { id: string; faults: readonly string[]; answer?: Draft }[]
  rewriting?: { text: string; instruction: string }
  computing?: Computing
  onUsage?: (tokens: TokenCount) => void
  /** Called with each failure of the provider, also if a repeated request succeeds. */
  onTrouble?: (error: WriterFailedError | UnusableAnswerError) => void
  signal: AbortSignal
}

export interface ReviewRequest extends ReviewInput {
  onUsage?: (tokens: TokenCount) => void
  onTrouble?: (error: WriterFailedError | UnusableAnswerError) => void
  signal: AbortSignal
}

export interface NamingRequest extends FieldNamesRequest {
  onUsage?: (tokens: TokenCount) => void
  signal: AbortSignal
}

/** Drafts may arrive one by one. Fields without a draft stay empty. */
export interface Writer {
  name: string
  /** It differs from the requested slot if that slot has no model. */
  slot?: number
  /** The fallback of the fallback is not used. */
  fallback?: Writer
  /** Null: nobody. Absent: this writer itself, if it has the function `review`. */
  reviewer?: Writer | null
  provider?: string
  /** The context size in tokens. Absent or 0: unlimited or unknown. */
  contextSize?: number
  price?: ModelPrice
  followsInstructions?: boolean
  write(request: WriteRequest): AsyncIterable<Draft>
  /** Absent: the writer cannot review. */
  review?(request: ReviewRequest): Promise<ReviewAnswer>
  /** Without this function, rules propose the template. */
  propose?(request: ProposeRequest): Promise<Proposal>
  /** Absent: the writer cannot name fields. The answer has the index of a field and its name. */
  nameFields?(request: NamingRequest): Promise<Map<number, string>>
}
