import { z } from 'zod'
import { visitContext } from './context.ts'
import { dynamicField, fieldId } from './field.ts'
import { limits } from './limits.ts'
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
  createdAt: z.iso.datetime(),
  /** What the signed-in user may do with the report. */
  access: z.enum(reportAccesses).optional(),
  /** Email of the author. Absent if the author's account was deleted. */
  author: z.string().optional(),
  /** The stored transcript from which the report was made. Absent: it was made from text, or the transcript was deleted. */
  transcriptId: z.uuid().optional(),
})
export type ReportSummary = z.infer<typeof reportSummary>

/** A generated note of a patient, with the template it was made from. */
export const report = reportSummary.extend({
  layoutId: z.uuid().optional(),
  template,
  context: visitContext,
  /** The writing style with which the note was requested. Absent: nothing was set. */
  style: writingStyle.optional(),
  /**
   * Fields of the page's form that were written together with the fields of the template. In `results`, their results
   * come after those of the template.
   */
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
  /** Who signed the report and when. Absent: not signed. */
  signature: z.object({ by: z.string(), at: z.iso.datetime() }).optional(),
  /** Incremented at each change. An edit names the version on which it is based, so that no change is overwritten. */
  version: z.int32(),
  updatedAt: z.iso.datetime(),
})
export type Report = z.infer<typeof report>

/** The request for a note from a saved layout and a transcript, which is given by its id or as text. */
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
  title: z.string().trim().max(limits.nameMax).optional(),
  /** The writing style of this note. Absent: the style that the person or the organisation has set. */
  style: writingStyle.optional(),
  /** Fields of the page's form. Only the extension sends them. */
  dynamicFields: z.array(dynamicField).max(limits.fieldsMax).optional(),
})
export type ReportRequest = z.infer<typeof reportRequest>

/** The request that corrects a report by hand. The fields in `values` get the new values and the state `entered`. */
export const reportEdit = z.strictObject({
  version: z.int32(),
  title: z.string().trim().min(1).max(limits.nameMax).optional(),
  values: z
    .array(z.strictObject({ id: z.string(), value: result.shape.value }))
    .max(limits.fieldsMax)
    .optional(),
})
export type ReportEdit = z.infer<typeof reportEdit>

/** The request that stores a person's decision about one flag of one value. */
export const flagVerdict = z.strictObject({
  version: z.int32(),
  fieldId,
  /** The index of the flag in `flags` of the field's result, counted from 0. */
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

/** The kinds of changes to a report. */
export const reportChangeKinds = ['generated', 'edited', 'rewritten', 'flag', 'signed', 'unlocked', 'undone'] as const

/** One entry in the history of a report. `before` and `after` are the old and the new value of each changed field. */
export const reportChange = z.object({
  /** The report's version after this change. */
  version: z.int32(),
  at: z.iso.datetime(),
  by: z.string(),
  kind: z.enum(reportChangeKinds),
  /**
   * For `generated` and `rewritten`: who wrote the values. `embedded`: no language model wrote any of them. Absent: not
   * known.
   */
  writer: writtenBy.optional(),
  /** Why the report was unlocked, or the instruction with which a field was rewritten. */
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
export const groupReportRequest = reportRequest.omit({ patientId: true, dynamicFields: true }).extend({
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

/** What a fill did with one field (`Receipt` of the page). */
export const fillOutcomes = ['written', 'unchanged', 'refused', 'failed'] as const

/** What a fill did with one field, for the audit log. `name`: its name in the template. It has no value. */
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
