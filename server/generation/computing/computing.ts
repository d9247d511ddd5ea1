import type { Field, Result, VisitContext } from '../../../lib/contracts/index.ts'
import { type CheckContext, type Checked, checkDraft, linkQuotes, takeStock } from '../check/index.ts'
import type { Draft, WriteInput } from '../draft.ts'
import { fitTurns } from '../fit.ts'
import { withMentions } from '../omissions/mentioned.ts'
import { findOmissions } from '../omissions.ts'
import { ownLinks } from '../own-links.ts'
import { proposeFrom } from '../proposing/from.ts'
import { secondReading } from '../second-reading/second-reading.ts'
import { type UnclearTurns, unclearWords } from '../unclear-words.ts'

/**
 * The words of a session and the details of the visit, with which drafts are compared. Plain data that can be sent to a
 * thread.
 */
export interface Spoken {
  turns: readonly string[]
  context: VisitContext
  /** Code of the session's language, if it is known. */
  language?: string
  /** The words that were heard unclearly. Absent: none. */
  unclear?: UnclearTurns
  /** Id of these words and details. Their analysis is cached under this id. */
  id: string
}

/** Number of sessions whose analysis is cached for further drafts. */
const keptMax = 4
const kept = new Map<string, CheckContext>()

function against({ id, turns, context, language }: Spoken): CheckContext {
  const present = kept.get(id) ?? { turns, context, stock: takeStock(turns, context, language) }
  kept.delete(id)
  kept.set(id, present)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  return present
}

function check(field: Field, draft: Draft, spoken: Spoken): Checked {
  const session = against(spoken)
  const { prepared } = session.stock
  const { result, faults } = checkDraft(field, draft, session)
  const hints = secondReading(field, result, prepared)
  const unclear = unclearWords(result, spoken.turns, spoken.unclear ?? [], spoken.language)
  const { linked, others } = ownLinks(field, draft, result, spoken.turns)
  const evidence = [
    ...linked,
    ...(others.length === 0 ? [] : linkQuotes(field, { ...result, evidence: others }, prepared)),
  ]
  return { result: { ...result, evidence, flags: [...result.flags, ...hints, ...unclear] }, faults }
}
const omissions = (turns: readonly string[], results: readonly Result[]) => findOmissions(turns, results)

/**
 * The functions that analyse the words of a session, by name. Their results depend only on their arguments, which are
 * plain data. The built-in writer is not included, because it returns its drafts one by one.
 */
export const readings = { fit: fitTurns, check, omissions, mentions: withMentions, propose: proposeFrom }

/** The type of `readings`: names, arguments and results. */
export type Readings = typeof readings

/** Runs the analysis of a session's words, in the calling thread or in another thread. */
export interface Computing {
  /**
   * Calls the function `name` of `readings`. Throws the signal's reason if the signal is aborted, a
   * `ComputingFailedError`, or an error of the function itself.
   */
  read<Name extends keyof Readings>(
    name: Name,
    input: Parameters<Readings[Name]>,
    signal: AbortSignal,
  ): Promise<ReturnType<Readings[Name]>>
  /** Yields the drafts of the built-in writer as they become available. Throws the errors of `read`. */
  write(request: WriteInput, signal: AbortSignal): AsyncIterable<Draft>
}

/**
 * The analysis failed: it exceeded its time limit ('late'), or its thread ended, for example for lack of memory
 * ('died').
 */
export class ComputingFailedError extends Error {
  override name = 'ComputingFailedError'
  readonly kind: 'late' | 'died'

  constructor(kind: ComputingFailedError['kind'], options?: ErrorOptions) {
    super(kind === 'late' ? 'Reading took longer than allowed.' : 'The thread that read ended.', options)
    this.kind = kind
  }
}
