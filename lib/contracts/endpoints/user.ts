import { z } from 'zod'
import { account } from '../account.ts'
import { confirmedConsent } from '../consent.ts'
import { endpoint } from '../endpoint.ts'
import { layout, layoutDraft, layoutQuery } from '../layout.ts'
import { limits } from '../limits.ts'
import { listOf, listQuery, patientName, patientSearch } from '../list.ts'
import { transcript, transcriptSummary, turns } from '../transcript.ts'
import { transcriptionInfo, transcriptionTicket } from '../transcription.ts'
import { userReportEndpoints } from './user-reports.ts'

const byId = z.strictObject({ id: z.uuid() })
const emptyResponse = z.object({})

export const userEndpoints = {
  getAccount: endpoint({
    method: 'GET',
    path: '/user/account',
    audience: 'user',
    summary: 'The signed-in person.',
    response: account,
  }),
  verifyToken: endpoint({
    method: 'GET',
    path: '/user/token/verify',
    audience: 'user',
    summary:
      'Whether the access token holds. `strict` also refuses a token that a refresh has replaced by a newer one.',
    query: z.strictObject({ strict: z.stringbool().optional() }),
    response: z.object({ valid: z.literal(true), expiresAt: z.iso.datetime() }),
    errors: ['session_ended'],
  }),
  decodeToken: endpoint({
    method: 'GET',
    path: '/user/token/decode',
    audience: 'user',
    summary: 'Whose token it is and when it ends.',
    response: z.object({ userId: z.uuid(), email: z.string(), admin: z.boolean(), expiresAt: z.iso.datetime() }),
  }),
  logoutCurrent: endpoint({
    method: 'POST',
    path: '/user/logout/current',
    audience: 'user',
    summary: 'Ends this session.',
    response: emptyResponse,
  }),
  logoutAll: endpoint({
    method: 'POST',
    path: '/user/logout/all',
    audience: 'user',
    summary: 'Ends every session of this person.',
    response: emptyResponse,
  }),

  listLayouts: endpoint({
    method: 'GET',
    path: '/user/layouts',
    audience: 'user',
    summary: 'Layouts one can see: one’s own, shared ones and public ones.',
    query: layoutQuery,
    response: listOf(layout),
  }),
  getLayout: endpoint({
    method: 'GET',
    path: '/user/layouts/{id}',
    audience: 'user',
    summary: 'One layout.',
    params: byId,
    response: layout,
    errors: ['not_found'],
  }),
  createLayout: endpoint({
    method: 'POST',
    path: '/user/layouts',
    audience: 'user',
    summary: 'Saves a new layout. Honours Idempotency-Key.',
    body: layoutDraft,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: layout,
    status: 201,
    errors: ['idempotency_mismatch'],
  }),
  updateLayout: endpoint({
    method: 'PUT',
    path: '/user/layouts/{id}',
    audience: 'user',
    summary:
      'Saves a change made from `version`; refused when somebody saved meanwhile: then `current` is the newer layout.',
    params: byId,
    body: z.strictObject({ version: z.int32(), layout: layoutDraft }),
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: layout,
    errors: ['not_found', 'forbidden', 'changed_meanwhile', 'locked'],
  }),
  deleteLayout: endpoint({
    method: 'DELETE',
    path: '/user/layouts/{id}',
    audience: 'user',
    summary: 'Deletes a layout; only its owner may.',
    params: byId,
    response: emptyResponse,
    errors: ['not_found', 'forbidden'],
  }),
  copyLayout: endpoint({
    method: 'POST',
    path: '/user/layouts/{id}/copy',
    audience: 'user',
    summary: 'Makes one’s own copy of a layout. Honours Idempotency-Key.',
    params: byId,
    response: layout,
    status: 201,
    errors: ['not_found', 'locked', 'idempotency_mismatch'],
  }),

  listTranscripts: endpoint({
    method: 'GET',
    path: '/user/transcripts',
    audience: 'user',
    summary: 'One’s transcripts, newest first.',
    query: listQuery,
    response: listOf(transcriptSummary),
  }),
  searchTranscripts: endpoint({
    method: 'POST',
    path: '/user/transcripts/search',
    audience: 'user',
    changes: false,
    summary: 'Searches one’s transcripts by patient, words and time, newest first.',
    body: patientSearch,
    response: listOf(transcriptSummary),
  }),
  getTranscript: endpoint({
    method: 'GET',
    path: '/user/transcripts/{id}',
    audience: 'user',
    summary: 'One transcript with its turns.',
    params: byId,
    response: transcript,
    errors: ['not_found'],
  }),
  submitTranscriptText: endpoint({
    method: 'POST',
    path: '/user/transcripts/submit/text',
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    audience: 'user',
    summary: 'Keeps typed or pasted words as a transcript. Honours Idempotency-Key.',
    body: z.strictObject({
      text: z.string().max(limits.transcriptMax),
      title: z.string().trim().max(limits.nameMax).optional(),
      patientId: z.string().max(limits.identifierMax).optional(),
      patientName: patientName.optional(),
      language: z.string().max(20).optional(),
    }),
    response: transcript,
    status: 201,
    errors: ['nothing_said', 'idempotency_mismatch'],
  }),
  correctTranscript: endpoint({
    method: 'PUT',
    path: '/user/transcripts/{id}',
    audience: 'user',
    summary:
      'Replaces the turns by corrected ones. `complete` accepts a transcript that is `incomplete`: it becomes `ready`.',
    params: byId,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    body: z.strictObject({
      turns: turns.optional(),
      title: z.string().trim().min(1).max(limits.nameMax).optional(),
      patientName: patientName.min(1).optional(),
      complete: z.literal(true).optional(),
    }),
    response: transcript,
    errors: ['not_found', 'locked'],
  }),
  addRemarks: endpoint({
    method: 'POST',
    path: '/user/transcripts/{id}/remarks',
    audience: 'user',
    summary:
      'Adds what the clinician has typed about a visit to its transcript, as turns of their own. Honours Idempotency-Key.',
    params: byId,
    body: z.strictObject({ text: z.string().trim().min(1).max(limits.instructionsMax) }),
    response: transcript,
    status: 201,
    errors: ['not_found', 'locked', 'too_large', 'idempotency_mismatch'],
  }),
  appendTranscript: endpoint({
    method: 'POST',
    path: '/user/transcripts/{id}/parts',
    audience: 'user',
    summary:
      'Appends another transcript, the second part of the same visit, and deletes the other one. Refused with `conflict` if a note was made from the other one, or if the two have different patients. Honours Idempotency-Key.',
    params: byId,
    body: z.strictObject({ transcriptId: z.uuid() }),
    response: transcript,
    status: 201,
    errors: ['not_found', 'locked', 'conflict', 'too_large', 'idempotency_mismatch'],
  }),
  deleteTranscript: endpoint({
    method: 'DELETE',
    path: '/user/transcripts/{id}',
    audience: 'user',
    summary: 'Deletes a transcript for good. Notes made from it keep their quotes and say that it is gone.',
    params: byId,
    response: emptyResponse,
    errors: ['not_found'],
  }),
  discardTranscript: endpoint({
    method: 'POST',
    path: '/user/transcripts/{id}/discard',
    audience: 'user',
    summary: 'Deletes the transcript of a session that is discarded, unless a note was made from it.',
    params: byId,
    response: z.object({ deleted: z.boolean() }),
    errors: ['not_found'],
  }),
  getTranscription: endpoint({
    method: 'GET',
    path: '/user/transcription',
    audience: 'user',
    summary: 'Which speech engine serves and what it can do.',
    response: transcriptionInfo,
  }),
  createTranscriptionTicket: endpoint({
    method: 'POST',
    path: '/user/transcription/ticket',
    audience: 'user',
    summary: 'A ticket that opens one transcription socket within 60 s.',
    // The body is optional, because earlier versions of the extension send none. Without a body, no consent is stored.
    body: z.strictObject({ consent: confirmedConsent.nullish() }).nullish(),
    response: transcriptionTicket,
    status: 201,
    live: true,
    errors: ['no_engine'],
  }),

  ...userReportEndpoints,
} as const
