import { and, eq } from 'drizzle-orm'
import type { Output, Report, ReportEdit, Result } from '../../../lib/contracts/index.ts'
import { toField } from '../../../lib/template/index.ts'
import type { UserActor } from '../../actor.ts'
import { Problem } from '../../problem.ts'
import { notify } from '../../store/index.ts'
import { outputs } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import { forgetAnswers } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { ownedBy, ownerOf } from '../ownership.ts'
import { isStoodOn, isThere } from '../transcripts/standing.ts'
import { getReport } from './read.ts'
import { type OutputRequest, sealedOutput } from './sealed.ts'

/**
 * Corrects values by hand; a failed report that a person fills in becomes `ready`. Throws `locked` while it is
 * written or once it is signed, `changed_meanwhile` when somebody changed it since `version`.
 */
export async function editReport(context: Context, actor: UserActor, id: string, edit: ReportEdit): Promise<Report> {
  const sealed = sealedOutput(context.store.encryption)
  await context.database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(outputs)
      .where(and(eq(outputs.id, id), ownedBy(outputs, ownerOf(actor))))
      .for('update')
    if (row === undefined) throw new Problem('not_found')
    if (row.status === 'signed') throw new Problem('locked', 'This report is signed and can no longer be changed.')
    if (row.status !== 'ready' && row.status !== 'failed')
      throw new Problem('locked', 'This report is still being written.')
    if (row.version !== edit.version) throw new Problem('changed_meanwhile')
    const before: Output =
      row.content === null ? { results: [], omissions: [], notices: [] } : sealed.openContent(id, row.content)
    const results = enter(before.results, edit.values ?? [], sealed.openRequest(id, row.request))
    await tx
      .update(outputs)
      .set({
        ...(edit.title === undefined ? {} : { title: edit.title }),
        ...(edit.values === undefined ? {} : { status: 'ready', statusText: null }),
        content: sealed.sealContent(id, { ...before, results }),
        version: row.version + 1,
        updatedAt: context.clock.now(),
      })
      .where(eq(outputs.id, id))
    await notify(tx, id)
    await audit({ ...context, database: tx }, actor, 'report.edit', id)
  })
  return getReport(context, actor, id)
}

/** The results with these values in place: typed by a person, so without evidence or flags. */
function enter(results: Result[], values: NonNullable<ReportEdit['values']>, request: OutputRequest): Result[] {
  const fields = [...request.template.fields, ...request.dynamicFields.map(toField)]
  const entered = new Map(
    values.map(({ id, value }, index) => {
      const field = fields.find((one) => one.id === id)
      if (field === undefined) {
        const message = 'This report has no such field.'
        throw new Problem('invalid_request', message, [{ path: `values.${index}.id`, message }])
      }
      return [id, { id, type: field.type, value, confidence: 1, state: 'entered', evidence: [], flags: [] } as Result]
    }),
  )
  const kept = results.map((result) => entered.get(result.id) ?? result)
  const known = new Set(results.map(({ id }) => id))
  return [...kept, ...[...entered.values()].filter(({ id }) => !known.has(id))]
}

/** Deletes a report for good, and names its transcript where no other stands on it. Throws `locked` for a signed one. */
export async function deleteReport(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<{ unusedTranscriptId?: string }> {
  return context.database.transaction(async (tx) => {
    const [row] = await tx
      .select({ status: outputs.status, transcriptId: outputs.transcriptId })
      .from(outputs)
      .where(and(eq(outputs.id, id), ownedBy(outputs, ownerOf(actor))))
      .for('update')
    if (row === undefined) throw new Problem('not_found')
    if (row.status === 'signed') throw new Problem('locked', 'This report is signed and stays.')
    await tx.delete(outputs).where(eq(outputs.id, id))
    await forgetAnswers({ database: tx }, id)
    await notify(tx, id)
    await audit({ ...context, database: tx }, actor, 'report.delete', id)
    const { transcriptId } = row
    const isUnused = transcriptId !== null && (await isThere(tx, transcriptId)) && !(await isStoodOn(tx, transcriptId))
    return isUnused ? { unusedTranscriptId: transcriptId } : {}
  })
}
