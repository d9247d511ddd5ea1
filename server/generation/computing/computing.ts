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

export interface Spoken {
  turns: readonly string[]
  context: VisitContext
  language?: string
  unclear?: UnclearTurns
  id: string
}

const keptMax = 4
const contexts = new Map<string, CheckContext>()

function against({ id, turns, context, language }: Spoken): CheckContext {
  const present = contexts.get(id) ?? { turns, context, stock: takeStock(turns, context, language) }
  contexts.delete(id)
  contexts.set(id, present)
  const [oldest] = contexts.keys()
  if (contexts.size > keptMax && oldest !== undefined) contexts.delete(oldest)
  return present
}

function check(field: Field, draft: Draft, sessionWords: Spoken): Checked {
  const session = against(sessionWords)
  const { prepared } = session.stock
  const { result, faults } = checkDraft(field, draft, session)
  const hints = secondReading(field, result, prepared)
  const unclear = unclearWords(result, sessionWords.turns, sessionWords.unclear ?? [], sessionWords.language)
  const { linked, others } = ownLinks(field, draft, result, sessionWords.turns)
  const evidence = [
    ...linked,
    ...(others.length === 0 ? [] : linkQuotes(field, { ...result, evidence: others }, prepared)),
  ]
  return { result: { ...result, evidence, flags: [...result.flags, ...hints, ...unclear] }, faults }
}
const omissions = (turns: readonly string[], results: readonly Result[]) => findOmissions(turns, results)

/** Results depend only on the arguments, which are plain data. The built-in writer yields drafts, so it is apart. */
export const readings = { fit: fitTurns, check, omissions, mentions: withMentions, propose: proposeFrom }

export type Readings = typeof readings

export interface Computing {
  /** Throws the signal's reason, a `ComputingFailedError`, or an error of the function itself. */
  read<Name extends keyof Readings>(
    name: Name,
    input: Parameters<Readings[Name]>,
    signal: AbortSignal,
  ): Promise<ReturnType<Readings[Name]>>
  write(request: WriteInput, signal: AbortSignal): AsyncIterable<Draft>
}

/** The analysis exceeded its time limit ('late'), or its thread ended, for example for lack of memory ('died'). */
export class ComputingFailedError extends Error {
  override name = 'ComputingFailedError'
  readonly kind: 'late' | 'died'

  constructor(kind: ComputingFailedError['kind'], options?: ErrorOptions) {
    super(kind === 'late' ? 'Reading took longer than allowed.' : 'The thread that read ended.', options)
    this.kind = kind
  }
}
