import type { Field, Result, VisitContext } from '../../../lib/contracts/index.ts'
import { type CheckContext, type Checked, checkDraft, takeStock } from '../check/index.ts'
import { fitTurns } from '../fit.ts'
import { findOmissions } from '../omissions.ts'
import { proposeFrom } from '../proposing/from.ts'
import type { Draft, WriteRequest } from '../writer.ts'

/** What a draft is checked against, as plain data. */
export interface Spoken {
  turns: readonly string[]
  context: VisitContext
  /** Names these words: what was read of them once is used again under the same id. */
  id: string
}

/** How many sessions' readings are kept for the drafts that follow. */
const keptMax = 4
const kept = new Map<string, CheckContext>()

function against({ id, turns, context }: Spoken): CheckContext {
  const present = kept.get(id) ?? { turns, context, stock: takeStock(turns, context) }
  kept.delete(id)
  kept.set(id, present)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  return present
}

const check = (field: Field, draft: Draft, spoken: Spoken): Checked => checkDraft(field, draft, against(spoken))
const omissions = (turns: readonly string[], results: readonly Result[]) => findOmissions(turns, results)

/** Everything that reads the words of a session, but for the built-in writer: pure, from plain data to plain data. */
export const readings = { fit: fitTurns, check, omissions, propose: proposeFrom }

/** The readings as types: their names, arguments and answers. */
export type Readings = typeof readings

/** What the built-in writer needs of a request: plain data. */
export type EmbeddedRequest = Pick<WriteRequest, 'fields' | 'turns' | 'context' | 'instructions'>

/** Where the words of a session are read. */
export interface Computing {
  /** Throws the signal's reason when it is aborted, and `ComputingFailedError`. */
  read<Name extends keyof Readings>(
    name: Name,
    input: Parameters<Readings[Name]>,
    signal: AbortSignal,
  ): Promise<ReturnType<Readings[Name]>>
  /** The drafts of the built-in writer, each as soon as it is there. Throws as `read` does. */
  write(request: EmbeddedRequest, signal: AbortSignal): AsyncIterable<Draft>
}

/** The words could not be read: it took longer than allowed, or the thread ended (for lack of memory, say). */
export class ComputingFailedError extends Error {
  override name = 'ComputingFailedError'
  readonly kind: 'late' | 'died'

  constructor(kind: ComputingFailedError['kind'], options?: ErrorOptions) {
    super(kind === 'late' ? 'Reading took longer than allowed.' : 'The thread that read ended.', options)
    this.kind = kind
  }
}
