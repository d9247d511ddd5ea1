import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fieldId } from '../field.ts'
import { limits } from '../limits.ts'
import { listOf, listQuery } from '../list.ts'
import {
  flagVerdict,
  groupReportRequest,
  report,
  reportChange,
  reportEdit,
  reportEvent,
  reportRequest,
  reportSummary,
  reportUse,
  rewriteRequest,
} from '../report.ts'

const byId = z.strictObject({ id: z.uuid() })

/** The notes of a signed-in user. Part of `userEndpoints`. */
export const userReportEndpoints = {
  listReports: endpoint({
    method: 'GET',
    path: '/user/reports',
    audience: 'user',
    summary: 'One’s reports, newest first.',
    query: listQuery.extend({ patientId: z.string().max(limits.identifierMax).optional() }),
    response: listOf(reportSummary),
  }),
  getReport: endpoint({
    method: 'GET',
    path: '/user/reports/{id}',
    audience: 'user',
    summary: 'One report.',
    params: byId,
    response: report,
    errors: ['not_found'],
  }),
  createReport: endpoint({
    method: 'POST',
    path: '/user/reports',
    audience: 'user',
    rate: 'expensive',
    summary: 'Starts writing a note. Answers at once with status `generating`; `wait` waits. Honours Idempotency-Key.',
    query: z.strictObject({ wait: z.coerce.number().min(0).max(60).default(0) }),
    body: reportRequest,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: report,
    status: 201,
    errors: ['not_found', 'nothing_said', 'no_credit', 'locked', 'idempotency_mismatch'],
  }),
  editReport: endpoint({
    method: 'PUT',
    path: '/user/reports/{id}',
    audience: 'user',
    summary: 'Corrects values by hand; refused when the report changed meanwhile or is signed.',
    params: byId,
    body: reportEdit,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: report,
    errors: ['not_found', 'changed_meanwhile', 'locked'],
  }),
  retryReport: endpoint({
    method: 'POST',
    path: '/user/reports/{id}/retry',
    audience: 'user',
    rate: 'expensive',
    summary:
      'Asks again with the request that is stored for the report: a failed report whole, a written one for the fields in `unanswered`. Answers at once with status `generating`.',
    params: byId,
    body: z.strictObject({ version: z.int32() }),
    response: report,
    errors: ['not_found', 'changed_meanwhile', 'locked', 'no_credit'],
  }),
  createGroupReports: endpoint({
    method: 'POST',
    path: '/user/reports/group',
    audience: 'user',
    rate: 'expensive',
    summary: 'Starts writing a note for each person of a group session. Honours Idempotency-Key.',
    body: groupReportRequest,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: z.object({ reports: z.array(reportSummary) }),
    status: 201,
    errors: ['not_found', 'nothing_said', 'no_credit', 'idempotency_mismatch'],
  }),
  setFlagVerdict: endpoint({
    method: 'PUT',
    path: '/user/reports/{id}/flags',
    audience: 'user',
    summary: 'Accepts or dismisses one flag of one value.',
    params: byId,
    body: flagVerdict,
    response: report,
    errors: ['not_found', 'changed_meanwhile', 'locked'],
  }),
  rewriteReportField: endpoint({
    method: 'POST',
    path: '/user/reports/{id}/fields/{fieldId}/rewrite',
    audience: 'user',
    rate: 'expensive',
    summary: 'Writes one field anew, after an instruction where one is given. What stands there stays when it fails.',
    params: byId.extend({ fieldId }),
    body: rewriteRequest,
    response: report,
    errors: ['not_found', 'changed_meanwhile', 'locked', 'model_failed'],
  }),
  auditReportUse: endpoint({
    method: 'POST',
    path: '/user/reports/{id}/uses',
    audience: 'user',
    summary:
      'Records in the audit log that a note was copied, printed, or filled into a page; for a fill, what happened with each field, without values.',
    params: byId,
    body: reportUse,
    response: z.object({}),
    errors: ['not_found'],
  }),
  undoReportChange: endpoint({
    method: 'POST',
    path: '/user/reports/{id}/undo',
    audience: 'user',
    summary:
      'Takes the last change back, when it was an edit or a rewriting: values, evidence and flags stand as they did.',
    params: byId,
    body: z.strictObject({ version: z.int32() }),
    response: report,
    errors: ['not_found', 'changed_meanwhile', 'locked'],
  }),
  listReportHistory: endpoint({
    method: 'GET',
    path: '/user/reports/{id}/history',
    audience: 'user',
    summary: 'Who changed what and when, newest first.',
    params: byId,
    query: listQuery.omit({ search: true }),
    response: listOf(reportChange),
    errors: ['not_found'],
  }),
  signReport: endpoint({
    method: 'POST',
    path: '/user/reports/{id}/sign',
    audience: 'user',
    summary: 'Signs a report: from now on nothing in it can be changed.',
    params: byId,
    body: z.strictObject({ version: z.int32() }),
    response: report,
    errors: ['not_found', 'forbidden', 'changed_meanwhile', 'locked'],
  }),
  unlockReport: endpoint({
    method: 'POST',
    path: '/user/reports/{id}/unlock',
    audience: 'user',
    summary: 'Takes a signature back; the reason is kept in the history.',
    params: byId,
    body: z.strictObject({
      version: z.int32(),
      reason: z.string().trim().min(1).max(limits.instructionsMax),
    }),
    response: report,
    errors: ['not_found', 'forbidden', 'changed_meanwhile', 'locked'],
  }),
  deleteReport: endpoint({
    method: 'DELETE',
    path: '/user/reports/{id}',
    audience: 'user',
    summary:
      'Deletes a report for good; a signed one stays. Names its transcript where no other note was made from it.',
    params: byId,
    response: z.object({
      /**
       * The transcript of the deleted note. Present if no other note uses this transcript. The user is then asked if
       * the transcript should be deleted, too.
       */
      unusedTranscriptId: z.uuid().optional(),
    }),
    errors: ['not_found', 'locked'],
  }),
  reportEvents: endpoint({
    method: 'GET',
    path: '/user/reports/{id}/events',
    audience: 'user',
    kind: 'events',
    summary: 'The generation’s progress, field by field, from its beginning.',
    params: byId,
    response: reportEvent,
    errors: ['not_found'],
  }),
} as const
