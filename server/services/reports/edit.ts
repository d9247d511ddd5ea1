import { and, eq } from 'drizzle-orm'
import type { FlagVerdict, Output, Report, ReportEdit, Result } from '../../../lib/contracts/index.ts'
import { type Caller, isOwnReport } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { notify } from '../../store/index.ts'
import { outputs } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import { forgetAnswers } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { releaseCredits } from '../licenses/credits.ts'
import { hasReports, isStored } from '../transcripts/existence.ts'
import { announce } from '../webhooks/index.ts'
import { enteredByHand } from './by-hand.ts'
import { changeReport } from './change.ts'
import { fieldsOf, type OutputRequest } from './sealed.ts'

/**
 * Changes values by hand. A failed report becomes `ready` when values are entered. Throws `not_found`,
 * `invalid_request` if the report has no such field, `locked` while the report is being written or if it is signed, and
 * `changed_meanwhile` if the report was changed since `version`.
 */
export const editReport = (
  context: Context,
  principal: Caller,
  id: string,
  edit: ReportEdit & { description?: string | undefined },
): Promise<Report> =>
  changeReport(context, principal, id, edit.version, ({ request, content }) => ({
    kind: 'edited',
    action: 'report.edit',
    title: edit.title,
    patientName: edit.patientName,
    description: edit.description === '' ? null : edit.description,
    ...(edit.values === undefined ? {} : { status: 'ready' }),
    content: { ...content, results: enter(content, edit.values ?? [], request) },
  }))

export const setFlagVerdict = (
  context: Context,
  principal: Caller,
  id: string,
  { version, fieldId, index, verdict }: FlagVerdict,
): Promise<Report> =>
  changeReport(context, principal, id, version, ({ content }) => {
    if (content.results.find((one) => one.id === fieldId)?.flags[index] === undefined) {
      const message = 'This value has no flag with this index.'
      throw new Problem('invalid_request', message, [{ path: 'index', message }])
    }
    const results = content.results.map((result) =>
      result.id === fieldId
        ? { ...result, flags: result.flags.map((flag, at) => (at === index ? { ...flag, verdict } : flag)) }
        : result,
    )
    return { kind: 'flag', action: 'report.flag', content: { ...content, results } }
  })

function enter(
  { results, omissions }: Output,
  values: NonNullable<ReportEdit['values']>,
  request: OutputRequest,
): Result[] {
  const fields = fieldsOf(request)
  const resultsById = new Map(results.map((result) => [result.id, result]))
  const entered = new Map(
    values.map(({ id, value }, index) => {
      const field = fields.find((one) => one.id === id)
      if (field === undefined) {
        const message = 'This note has no field with this id.'
        throw new Problem('invalid_request', message, [{ path: `values.${index}.id`, message }])
      }
      return [id, enteredByHand(field, value, resultsById.get(id), omissions)]
    }),
  )
  const updatedResults = results.map((result) => entered.get(result.id) ?? result)
  return [...updatedResults, ...[...entered.values()].filter(({ id }) => !resultsById.has(id))]
}

export async function deleteReport(
  context: Context,
  principal: Caller,
  id: string,
): Promise<{ unusedTranscriptId?: string }> {
  return context.database.transaction(async (tx) => {
    const { identifier, customerId, customerUserId, status, transcriptId: of } = outputs
    const [row] = await tx
      .select({ id: outputs.id, identifier, customerId, customerUserId, status, transcriptId: of })
      .from(outputs)
      .where(and(eq(outputs.id, id), isOwnReport(principal)))
      .for('update')
    if (row === undefined) throw new Problem('not_found')
    if (row.status === 'signed')
      throw new Problem('locked', 'This note is signed and cannot be deleted. Unlock the note first.')
    await tx.delete(outputs).where(eq(outputs.id, id))
    await releaseCredits(tx, [id])
    await announce({ ...context, database: tx }, 'output.deleted', [row])
    await forgetAnswers({ database: tx }, id)
    await notify(tx, id)
    await audit({ ...context, database: tx }, principal, 'report.delete', id)
    const { transcriptId } = row
    const isUnused =
      transcriptId !== null && (await isStored(tx, transcriptId)) && !(await hasReports(tx, transcriptId))
    return isUnused ? { unusedTranscriptId: transcriptId } : {}
  })
}
