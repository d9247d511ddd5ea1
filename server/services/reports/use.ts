import { and, eq } from 'drizzle-orm'
import type { FilledField, ReportUse } from '../../../lib/contracts/index.ts'
import { isReadableReport, type Person } from '../../authority/index.ts'
import { outputs } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { getReport } from './read.ts'

/**
 * Records in the audit log that a note was copied, printed or filled into a page (product 12.110), and in the note when
 * it was last filled. The names of the fields come from the stored note, so a client cannot put words into the log.
 * Throws `not_found`.
 */
export async function auditReportUse(context: Context, person: Person, id: string, use: ReportUse): Promise<void> {
  const { template, dynamicFields = [] } = await getReport(context, person, id)
  const isFilled = use.kind === 'fill' && use.fields.some(({ outcome }) => outcome === 'written')
  if (isFilled)
    await context.database
      .update(outputs)
      .set({ filledAt: context.clock.now() })
      .where(and(eq(outputs.id, id), isReadableReport(person)))
  await audit(context, person, `report.${use.kind}`, id, use.kind === 'fill' ? namesOf(use.fields) : null)

  function namesOf(fields: Extract<ReportUse, { kind: 'fill' }>['fields']): FilledField[] {
    const names = new Map([...template.fields, ...dynamicFields].map((field) => [field.id, field.name]))
    return fields.map(({ fieldId, outcome }) => ({ name: names.get(fieldId) ?? 'A field of the page', outcome }))
  }
}
