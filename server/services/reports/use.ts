import type { FilledField, ReportUse } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { getReport } from './read.ts'

/**
 * Records in the audit log that a note was copied, printed or filled into a page (product 12.110). The names of the
 * fields come from the stored note, so a client cannot put words into the log. Throws `not_found`.
 */
export async function auditReportUse(context: Context, person: Person, id: string, use: ReportUse): Promise<void> {
  const { template, dynamicFields = [] } = await getReport(context, person, id)
  await audit(context, person, `report.${use.kind}`, id, use.kind === 'fill' ? namesOf(use.fields) : null)

  function namesOf(fields: Extract<ReportUse, { kind: 'fill' }>['fields']): FilledField[] {
    const names = new Map([...template.fields, ...dynamicFields].map((field) => [field.id, field.name]))
    return fields.map(({ fieldId, outcome }) => ({ name: names.get(fieldId) ?? 'A field of the page', outcome }))
  }
}
