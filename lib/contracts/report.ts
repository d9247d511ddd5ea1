import { z } from 'zod'
import { visitContext } from './context.ts'
import { dynamicField, fieldId } from './field.ts'
import { limits } from './limits.ts'
import { patientName, patientSearch } from './list.ts'
import { flag, omission, result, spent, writtenBy } from './output.ts'
import { writingStyle } from './style.ts'
import { template } from './template.ts'

export const reportStatuses = ['generating', 'ocr-waiting', 'ready', 'failed', 'signed'] as const
export const reportStatus = z.enum(reportStatuses)
export type ReportStatus = z.infer<typeof reportStatus>

/**
 * How a person may use a report (product 12.13). Only the owner may change a report. A signer may sign it, and unlock a
 * signed report.
 */
export const reportAccesses = ['owner', 'signer', 'reader'] as const
export type ReportAccess = (typeof reportAccesses)[number]

/** What a list shows of a report (product 3.14). */
export const reportSummary = z.object({
  _id: z.uuid(),
  title: z.string(),
  status: reportStatus,
  statusText: z.string().optional(),
  patientId: z.string(),
  patientName: z.string().optional(),
  createdAt: z.iso.datetime(),
  /** When values of the note were last written into a page. Absent: never. */
  filledAt: z.iso.datetime().optional(),
  access: z.enum(reportAccesses).optional(),
  author: z.string().optional(),
  /** The stored transcript from which the report was made. Absent: it was made from text, or the transcript was deleted. */
  transcriptId: z.uuid().optional(),
})
export type ReportSummary = z.infer<typeof reportSummary>

/**
 * `draft`: written and not signed. `unsigned`: everything that is not signed, also what is being written or has failed.
 * `mine`: only what the caller has made.
 */
export const reportSearch = patientSearch.extend({
  state: z.enum(['draft', 'unsigned']).optional(),
  mine: z.boolean().optional(),
})
export type ReportSearch = z.infer<typeof reportSearch>

export const report = reportSummary.extend({
  layoutId: z.uuid().optional(),
  template,
  context: visitContext,
  style: writingStyle.optional(),
  dynamicFields: z.array(dynamicField).optional(),
  results: z.array(result),
  omissions: z.array(omission),
  notices: z.array(z.string()),
  /**
   * The fields that the language model did not answer. `retryReport` asks the model for these fields again. Absent:
   * every field was answered.
   */
  unanswered: z.array(fieldId).optional(),
  spent: z.array(spent).optional(),
  signature: z.object({ by: z.string(), at: z.iso.datetime() }).optional(),
  /** Incremented at each change. An edit names the version on which it is based, so that no change is overwritten. */
  version: z.int32(),
  updatedAt: z.iso.datetime(),
})
export type Report = z.infer<typeof report>

export const reportRequest = z.strictObject({
  layoutId: z.uuid(),
  transcriptId: z.uuid().optional(),
  transcript: z.string().max(limits.transcriptMax).optional(),
  /**
   * Code of the language of `transcript`. Absent: the language of the organisation, or English. A stored transcript has
   * its own language.
   */
  language: z.string().max(20).optional(),
  context: visitContext.default({}),
  patientId: z.string().max(limits.identifierMax),
  /** The name for lists and searches. Absent: the name of `context`, or else that of the transcript. */
  patientName: patientName.optional(),
  title: z.string().trim().max(limits.nameMax).optional(),
  style: writingStyle.optional(),
  dynamicFields: z.array(dynamicField).max(limits.fieldsMax).optional(),
})
export type ReportRequest = z.infer<typeof reportRequest>

export const reportEdit = z.strictObject({
  version: z.int32(),
  /** The name for lists and searches. It changes no value of the note. */
  patientName: patientName.min(1).optional(),
  title: z.string().trim().min(1).max(limits.nameMax).optional(),
  values: z
    .array(z.strictObject({ id: z.string(), value: result.shape.value }))
    .max(limits.fieldsMax)
    .optional(),
})
export type ReportEdit = z.infer<typeof reportEdit>

export const flagVerdict = z.strictObject({
  version: z.int32(),
  fieldId,
  index: z.number().int().min(0),
  verdict: flag.shape.verdict.unwrap(),
})
export type FlagVerdict = z.infer<typeof flagVerdict>

/**
 * The request that writes one field again. With `instruction`, the present text of the field is changed as the
 * instruction says. Without `instruction`, the field is written from the transcript.
 */
export const rewriteRequest = z.strictObject({
  version: z.int32(),
  instruction: z.string().trim().min(1).max(limits.instructionsMax).optional(),
})
export type RewriteRequest = z.infer<typeof rewriteRequest>

export const reportChangeKinds = ['generated', 'edited', 'rewritten', 'flag', 'signed', 'unlocked', 'undone'] as const

/** One entry in the history of a report. `before` and `after` are the old and the new value of each changed field. */
export const reportChange = z.object({
  version: z.int32(),
  at: z.iso.datetime(),
  by: z.string(),
  kind: z.enum(reportChangeKinds),
  /**
   * For `generated` and `rewritten`: who wrote the values. `embedded`: no language model wrote any of them. Absent: not
   * known.
   */
  writer: writtenBy.optional(),
  reason: z.string().optional(),
  changes: z.array(
    z.object({ id: z.string(), name: z.string(), before: z.array(z.string()), after: z.array(z.string()) }),
  ),
})
export type ReportChange = z.infer<typeof reportChange>

/**
 * The request for one note for each participant of a group session. No note contains the words of another participant
 * (product 2.29, 'Group Note').
 */
export const groupReportRequest = reportRequest
  .omit({ patientId: true, patientName: true, dynamicFields: true })
  .extend({
    /**
     * `page_values` is left out. The form of the page belongs to one participant, and its values would be used in the notes
     * of all participants.
     */
    context: visitContext.omit({ page_values: true }).default({}),
    participants: z
      .array(
        z.strictObject({
          patientId: z.string().max(limits.identifierMax),
          name: z.string().trim().min(1).max(limits.nameMax),
          /**
           * The speaker numbers of this person. Absent: the server finds the turns of this person by the name in the
           * speaker label. The note then also uses single sentences from turns that belong to no other participant, such
           * as turns of the provider, but only sentences that are certainly about this person (see `sentencesAbout` in
           * `server/generation`).
           */
          speakers: z.array(z.number().int().min(0)).max(20).optional(),
        }),
      )
      .min(1)
      .max(30),
  })
export type GroupReportRequest = z.infer<typeof groupReportRequest>

export const fillOutcomes = ['written', 'unchanged', 'refused', 'failed'] as const

export const filledField = z.object({ name: z.string(), outcome: z.enum(fillOutcomes) })
export type FilledField = z.infer<typeof filledField>

/** How a note left Chartside. For a fill, the client names each field by its id, and what happened with it. */
export const reportUse = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['copy', 'print']) }),
  z.strictObject({
    kind: z.literal('fill'),
    fields: z
      .array(z.strictObject({ fieldId: z.string().max(limits.identifierMax), outcome: z.enum(fillOutcomes) }))
      .max(limits.fieldsMax),
  }),
])
export type ReportUse = z.infer<typeof reportUse>

/** The server-sent events with which a generation reports its progress. The last event has the type `report`. */
export const reportEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), result }),
  z.object({ type: z.literal('status'), status: reportStatus, statusText: z.string().optional() }),
  z.object({ type: z.literal('report'), report }),
])
export type ReportEvent = z.infer<typeof reportEvent>
