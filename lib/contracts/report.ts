import { z } from 'zod'
import { visitContext } from './context.ts'
import { dynamicField } from './field.ts'
import { limits } from './limits.ts'
import { omission, result } from './output.ts'
import { template } from './template.ts'

export const reportStatuses = ['generating', 'ocr-waiting', 'ready', 'failed', 'signed'] as const
export const reportStatus = z.enum(reportStatuses)
export type ReportStatus = z.infer<typeof reportStatus>

/** What a list card shows (spec §3). */
export const reportSummary = z.object({
  _id: z.uuid(),
  title: z.string(),
  status: reportStatus,
  statusText: z.string().optional(),
  patientId: z.string(),
  createdAt: z.iso.datetime(),
})
export type ReportSummary = z.infer<typeof reportSummary>

/** An output kept for a patient, with the template it was made from. */
export const report = reportSummary.extend({
  layoutId: z.uuid().optional(),
  transcriptId: z.uuid().optional(),
  template,
  context: visitContext,
  results: z.array(result),
  omissions: z.array(omission),
  notices: z.array(z.string()),
  /** Grows by one at each change; an edit names the version it was made from. */
  version: z.number().int(),
  updatedAt: z.iso.datetime(),
})
export type Report = z.infer<typeof report>

/** Asks for a note: a saved layout, the words by id or as text, and whose note it is. */
export const reportRequest = z.strictObject({
  layoutId: z.uuid(),
  transcriptId: z.uuid().optional(),
  transcript: z.string().max(limits.transcriptMax).optional(),
  context: visitContext.default({}),
  patientId: z.string().max(limits.identifierMax),
  title: z.string().trim().max(limits.nameMax).optional(),
  /** Fields of the page's form, sent by the extension only. */
  dynamicFields: z.array(dynamicField).max(limits.fieldsMax).optional(),
})
export type ReportRequest = z.infer<typeof reportRequest>

/** A correction by hand: the fields named get these values and the state `entered`. */
export const reportEdit = z.strictObject({
  version: z.number().int(),
  title: z.string().trim().min(1).max(limits.nameMax).optional(),
  values: z
    .array(z.strictObject({ id: z.string(), value: result.shape.value }))
    .max(limits.fieldsMax)
    .optional(),
})
export type ReportEdit = z.infer<typeof reportEdit>

/** Progress of a generation, one server-sent event each; `report` closes the stream. */
export const reportEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), result }),
  z.object({ type: z.literal('status'), status: reportStatus, statusText: z.string().optional() }),
  z.object({ type: z.literal('report'), report }),
])
export type ReportEvent = z.infer<typeof reportEvent>
