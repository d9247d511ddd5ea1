import { and, eq } from 'drizzle-orm'
import type { AuditAction, Output, Report, ReportChange, Result, WrittenBy } from '../../../lib/contracts/index.ts'
import { type Caller, isOwnReport, isSignableReport, nameOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { notify } from '../../store/index.ts'
import { places } from '../../store/places.ts'
import { outputChanges, outputs } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { namedPatient } from '../patient-names.ts'
import { announce } from '../webhooks/index.ts'
import { getReport } from './read.ts'
import { fieldsOf, type OutputRequest, sealedOutput } from './sealed.ts'

export interface Present {
  row: typeof outputs.$inferSelect
  request: OutputRequest
  content: Output
}

export interface Change {
  kind: Exclude<ReportChange['kind'], 'generated'>
  action: AuditAction
  reason?: string | undefined
  writer?: WrittenBy | undefined
  title?: string | undefined
  content?: Output | undefined
  status?: 'ready' | 'signed' | undefined
  signature?: { by: string; at: Date } | null
  /** The description that a customer gives the output. Null removes it. */
  description?: string | null | undefined
  patientName?: string | undefined
}

/**
 * The state that a report must have for a change, and the people who may make the change:
 *
 * - `open`: the report is neither being written nor signed. Only its owner may change it.
 * - `to sign`: as `open`, but a person who may sign for the directory may make the change too.
 * - `signed`: the report is signed. Its owner or a person who may sign for the directory may make the change.
 */
type Needs = 'open' | 'to sign' | 'signed'

/**
 * Changes a report, based on `version`. Content, history, audit entry and notification are stored in one transaction.
 * `needs` is the state that the report must have, and decides who may make the change. Throws `not_found` for all other
 * people, `changed_meanwhile` if the report no longer has this version, and `locked` if the report does not have the
 * state `needs`.
 */
export async function changeReport(
  context: Context,
  principal: Caller,
  id: string,
  version: number,
  change: (present: Present) => Change,
  needs: Needs = 'open',
): Promise<Report> {
  const sealed = sealedOutput(context.store.encryption)
  await context.database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(outputs)
      .where(and(eq(outputs.id, id), needs === 'open' ? isOwnReport(principal) : isSignableReport(principal)))
      .for('update')
    if (row === undefined) throw new Problem('not_found')
    mayChange(row.status, needs)
    if (row.version !== version) throw new Problem('changed_meanwhile')
    const request = sealed.openRequest(id, row.request)
    const content: Output =
      row.content === null ? { results: [], omissions: [], notices: [] } : sealed.openContent(id, row.content)
    const next = change({ row, request, content })
    const { signature } = next
    const now = context.clock.now()
    const patient =
      next.patientName === undefined
        ? {}
        : await namedPatient({ ...context, database: tx }, row, places.outputPatient(id), next.patientName)
    await tx
      .update(outputs)
      .set({
        ...(next.title === undefined ? {} : { title: next.title }),
        ...(next.status === undefined ? {} : { status: next.status, statusText: null }),
        ...(next.content === undefined ? {} : { content: sealed.sealContent(id, next.content) }),
        ...(next.description === undefined
          ? {}
          : { description: next.description === null ? null : sealed.sealDescription(id, next.description) }),
        ...patient,
        ...(signature === undefined ? {} : { signedBy: signature?.by ?? null, signedAt: signature?.at ?? null }),
        version: version + 1,
        updatedAt: now,
      })
      .where(eq(outputs.id, id))
    const changes = next.content === undefined ? [] : changedValues(request, content.results, next.content.results)
    await tx.insert(outputChanges).values({
      outputId: id,
      version: version + 1,
      at: now,
      by: nameOf(principal),
      kind: next.kind,
      content: sealed.sealChange(id, version + 1, {
        ...(next.reason === undefined ? {} : { reason: next.reason }),
        ...(next.writer === undefined ? {} : { writer: next.writer }),
        changes,
        ...(next.kind === 'edited' || next.kind === 'rewritten' ? { before: { title: row.title, content } } : {}),
      }),
    })
    // Entering values by hand makes a failed note ready. So the webhooks get the event of a finished note.
    if (row.status === 'failed' && next.status === 'ready')
      await announce({ ...context, database: tx }, 'output.ready', [row])
    await notify(tx, id)
    await audit({ ...context, database: tx }, principal, next.action, id)
  })
  return getReport(context, principal, id)
}

export function mayChange(status: Present['row']['status'], needs: Needs = 'open'): void {
  if (needs === 'signed') {
    if (status !== 'signed') throw new Problem('locked', 'This note is not signed.')
  } else if (status === 'signed') {
    throw new Problem('locked', 'This note is signed. Unlock the note before you change it.')
  } else if (status !== 'ready' && status !== 'failed') {
    throw new Problem('locked', 'This note is still being written. Wait until the note is ready.')
  }
}

/**
 * Returns the fields whose values differ, with the old and the new value. An `unclear` field that a person has left
 * empty counts too, although both values are empty.
 */
export function changedValues(
  request: OutputRequest,
  oldResults: readonly Result[],
  newResults: readonly Result[],
): ReportChange['changes'] {
  const names = new Map(fieldsOf(request).map(({ id, name }) => [id, name]))
  const oldById = new Map(oldResults.map((result) => [result.id, result]))
  return newResults.flatMap(({ id, value, state }) => {
    const { value: was, state: stateBefore } = oldById.get(id) ?? { value: [] }
    const isDecided = stateBefore === 'unclear' && state === 'entered'
    if (!isDecided && JSON.stringify(was) === JSON.stringify(value)) return []
    return [{ id, name: names.get(id) ?? id, before: was, after: value }]
  })
}
