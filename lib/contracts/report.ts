import { z } from 'zod'
import { visitContext } from './context.ts'
import { dynamicField, fieldId } from './field.ts'
import { limits } from './limits.ts'
import { flag, omission, result, spent } from './output.ts'
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
  /** Fields of the page's form that were written with the template's; their results stand after its own. */
  dynamicFields: z.array(dynamicField).optional(),
  results: z.array(result),
  omissions: z.array(omission),
  notices: z.array(z.string()),
  /** Fields that the language model did not answer; `retryReport` asks for them again. Absent: none. */
  unanswered: z.array(fieldId).optional(),
  spent: z.array(spent).optional(),
  /** Who signed it and when; absent while it is not signed. */
  signature: z.object({ by: z.string(), at: z.iso.datetime() }).optional(),
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

/** A person's word on one flag of one value. */
export const flagVerdict = z.strictObject({
  version: z.number().int(),
  fieldId,
  /** Which of the value's flags, counted from 0. */
  index: z.number().int().min(0),
  verdict: flag.shape.verdict.unwrap(),
})
export type FlagVerdict = z.infer<typeof flagVerdict>

/** How one field is to be written anew: from the session again, or after an instruction in one's own words. */
export const rewriteRequest = z.strictObject({
  version: z.number().int(),
  instruction: z.string().trim().min(1).max(limits.instructionsMax).optional(),
})
export type RewriteRequest = z.infer<typeof rewriteRequest>

/** What changed a report. */
export const reportChangeKinds = ['generated', 'edited', 'rewritten', 'flag', 'signed', 'unlocked', 'undone'] as const

/** One entry of a report's history: who changed what, when; `before` and `after` are the values of each field that changed. */
export const reportChange = z.object({
  /** The report's version after this change. */
  version: z.number().int(),
  at: z.iso.datetime(),
  by: z.string(),
  kind: z.enum(reportChangeKinds),
  /** Why it was unlocked, or the instruction it was rewritten after. */
  reason: z.string().optional(),
  changes: z.array(
    z.object({ id: z.string(), name: z.string(), before: z.array(z.string()), after: z.array(z.string()) }),
  ),
})
export type ReportChange = z.infer<typeof reportChange>

/** A note for each person of a group session; none holds another's words (spec §2, 'Group Note'). */
export const groupReportRequest = reportRequest.omit({ patientId: true, dynamicFields: true }).extend({
  /** Without the page's values: a form is one person's. */
  context: visitContext.omit({ page_values: true }).default({}),
  participants: z
    .array(
      z.strictObject({
        patientId: z.string().max(limits.identifierMax),
        name: z.string().trim().min(1).max(limits.nameMax),
        /** The numbers of the speakers that are this person; without any, turns that name the person count. */
        speakers: z.array(z.number().int().min(0)).max(20).optional(),
      }),
    )
    .min(1)
    .max(30),
})
export type GroupReportRequest = z.infer<typeof groupReportRequest>

/** Progress of a generation, one server-sent event each; `report` closes the stream. */
export const reportEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), result }),
  z.object({ type: z.literal('status'), status: reportStatus, statusText: z.string().optional() }),
  z.object({ type: z.literal('report'), report }),
])
export type ReportEvent = z.infer<typeof reportEvent>
