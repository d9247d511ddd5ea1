import type { Field, Flag } from '../../lib/contracts/index.ts'
import { type Answered, askWriter } from './ask-writer.ts'
import type { Checked } from './check/index.ts'
import type { Draft } from './draft.ts'
import { mergeFindings } from './merge-findings.ts'
import { draftOf } from './own-links.ts'
import type { SessionPart } from './session-parts.ts'
import type { WriteRequest, Writer } from './writer.ts'

export type PartsAnswered = Answered & {
  /** By field id: answers that are based on some of the parts only. Their flags name the turns that were not read. */
  partial: Map<string, Checked>
}

const shownTurns = ({ from, to }: SessionPart): string =>
  from === to ? `turn ${from + 1}` : `turns ${from + 1} to ${to + 1}`

/** Asks for every part of a session (product 10.4). Unless all are read, "not discussed" could be wrong. */
export async function writeParts(
  writer: Writer,
  asked: Omit<WriteRequest, 'complaints' | 'turns'>,
  parts: readonly SessionPart[],
  check: (field: Field, draft: Draft) => Promise<Checked>,
): Promise<PartsAnswered> {
  const read = await Promise.all(
    parts.map(async (part) => ({ part, ...(await askWriter(writer, { ...asked, turns: part.turns }, check)) })),
  )
  const kept = new Map<string, Checked>()
  const partial = new Map<string, Checked>()
  for (const field of asked.fields) {
    const found = read.flatMap(({ kept: own }) => own.get(field.id) ?? [])
    const unread = read.filter(({ kept: own, ended }) => ended !== 'complete' && !own.has(field.id))
    const isEmpty = found.every(({ result }) => result.value.length === 0 && result.state !== 'unclear')
    if (found.length === 0 || (unread.length > 0 && isEmpty)) continue
    const { draft, conflicts } = mergeFindings(
      field,
      found.map(({ result }) => draftOf(field, result)),
    )
    const { result, faults } = await check(field, draft)
    const left: Flag[] = unread.map(({ part }) => ({
      severity: 2,
      text: '',
      reason: `For this field, the model could not read ${shownTurns(part)} of the session. Check whether something is missing.`,
    }))
    const merged = { result: { ...result, flags: [...result.flags, ...conflicts, ...left] }, faults }
    if (unread.length === 0) kept.set(field.id, merged)
    else partial.set(field.id, merged)
  }
  const failed = read.find(({ ended }) => ended !== 'complete')
  if (failed === undefined || failed.ended === 'complete') return { ended: 'complete', kept, partial }
  return { ended: failed.ended, error: failed.error, kept, partial }
}
