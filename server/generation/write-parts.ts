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
  request: Omit<WriteRequest, 'complaints' | 'turns'>,
  parts: readonly SessionPart[],
  check: (field: Field, draft: Draft) => Promise<Checked>,
): Promise<PartsAnswered> {
  const readParts = await Promise.all(
    parts.map(async (part) => ({ part, ...(await askWriter(writer, { ...request, turns: part.turns }, check)) })),
  )
  const checkedDrafts = new Map<string, Checked>()
  const partial = new Map<string, Checked>()
  for (const field of request.fields) {
    const drafts = readParts.flatMap(({ kept: fieldDrafts }) => fieldDrafts.get(field.id) ?? [])
    const unread = readParts.filter(
      ({ kept: fieldDrafts, ended }) => ended !== 'complete' && !fieldDrafts.has(field.id),
    )
    const isEmpty = drafts.every(({ result }) => result.value.length === 0 && result.state !== 'unclear')
    if (drafts.length === 0 || (unread.length > 0 && isEmpty)) continue
    const { draft, conflicts } = mergeFindings(
      field,
      drafts.map(({ result }) => draftOf(field, result)),
    )
    const { result, faults } = await check(field, draft)
    const left: Flag[] = unread.map(({ part }) => ({
      severity: 2,
      text: '',
      reason: `For this field, the model could not read ${shownTurns(part)} of the session. Check whether something is missing.`,
    }))
    const merged = { result: { ...result, flags: [...result.flags, ...conflicts, ...left] }, faults }
    if (unread.length === 0) checkedDrafts.set(field.id, merged)
    else partial.set(field.id, merged)
  }
  const failedPart = readParts.find(({ ended }) => ended !== 'complete')
  if (failedPart === undefined || failedPart.ended === 'complete')
    return { ended: 'complete', kept: checkedDrafts, partial }
  return { ended: failedPart.ended, error: failedPart.error, kept: checkedDrafts, partial }
}
