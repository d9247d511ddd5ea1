import type { endpoints } from '../../lib/contracts/index.ts'
import { getAccount, signOut, signOutEverywhere, verifyToken } from '../services/accounts.ts'
import {
  copyLayout,
  createLayout,
  deleteLayout,
  getLayout,
  listLayouts,
  updateLayout,
} from '../services/layouts/index.ts'
import {
  auditReportUse,
  createGroupReports,
  createReport,
  deleteReport,
  editReport,
  followReport,
  listReportHistory,
  listReports,
  readReport,
  retryReport,
  rewriteReportField,
  searchReports,
  setFlagVerdict,
  signReport,
  undoReportChange,
  unlockReport,
  waitForReport,
} from '../services/reports/index.ts'
import { createTicket } from '../services/tickets.ts'
import {
  correctTranscript,
  deleteTranscript,
  discardTranscript,
  listTranscripts,
  readTranscript,
  searchTranscripts,
  submitText,
} from '../services/transcripts/index.ts'
import { addRemarks, appendTranscript } from '../services/transcripts/parts.ts'
import type { Handlers } from './handler.ts'

export const userHandlers: Handlers<(typeof endpoints)['user'], 'user'> = {
  getAccount: ({ context, principal }) => getAccount(context, principal),
  verifyToken: async ({ principal, query }) => verifyToken(principal, query.strict ?? false),
  decodeToken: async ({ principal: { userId, email, admin, expiresAt } }) => ({
    userId,
    email,
    admin,
    expiresAt: expiresAt.toISOString(),
  }),
  logoutCurrent: async ({ context, principal }) => {
    await signOut(context, principal)
    return {}
  },
  logoutAll: async ({ context, principal }) => {
    await signOutEverywhere(context, principal)
    return {}
  },

  listLayouts: ({ context, principal, query }) => listLayouts(context, principal, query),
  getLayout: ({ context, principal, params }) => getLayout(context, principal, params.id),
  createLayout: { create: ({ context, principal, body }) => createLayout(context, principal, body) },
  updateLayout: ({ context, principal, params, body }) => updateLayout(context, principal, params.id, body),
  deleteLayout: async ({ context, principal, params }) => {
    await deleteLayout(context, principal, params.id)
    return {}
  },
  copyLayout: { create: ({ context, principal, params }) => copyLayout(context, principal, params.id) },

  listTranscripts: ({ context, principal, query }) => listTranscripts(context, principal, query),
  searchTranscripts: ({ context, principal, body }) => searchTranscripts(context, principal, body),
  getTranscript: ({ context, principal, params }) => readTranscript(context, principal, params.id),
  submitTranscriptText: { create: ({ context, principal, body }) => submitText(context, principal, body) },
  correctTranscript: ({ context, principal, params, body }) => correctTranscript(context, principal, params.id, body),
  addRemarks: {
    create: ({ context, principal, params, body }) => addRemarks(context, principal, params.id, body.text),
  },
  appendTranscript: {
    create: ({ context, principal, params, body }) =>
      appendTranscript(context, principal, params.id, body.transcriptId),
  },
  deleteTranscript: async ({ context, principal, params }) => {
    await deleteTranscript(context, principal, params.id)
    return {}
  },
  discardTranscript: ({ context, principal, params }) => discardTranscript(context, principal, params.id),
  getTranscription: async ({ context: { speech } }) => {
    if (speech.engine === null) return { engine: null, message: speech.message }
    const { name, label, languages, diarizes, takesTerms, channels } = speech.engine
    return {
      engine: {
        name,
        label,
        languages: [...languages],
        diarizes,
        takesTerms,
        takesPatient: true,
        takesPatientName: true,
        channels,
      },
    }
  },
  createTranscriptionTicket: {
    create: ({ context, principal, body }) => createTicket(context, principal, body?.consent ?? null),
    repeat: ({ context, principal, body }) => createTicket(context, principal, body?.consent ?? null),
  },

  listReports: ({ context, principal, query }) => listReports(context, principal, query),
  searchReports: ({ context, principal, body }) => searchReports(context, principal, body),
  getReport: ({ context, principal, params }) => readReport(context, principal, params.id),
  createReport: {
    create: ({ context, principal, body }) => createReport(context, principal, body),
    afterwards: async ({ context, principal, query, signal }, created) =>
      query.wait === 0 ? created : waitForReport(context, principal, created._id, query.wait, signal),
  },
  createGroupReports: { create: ({ context, principal, body }) => createGroupReports(context, principal, body) },
  retryReport: ({ context, principal, params, body }) => retryReport(context, principal, params.id, body.version),
  setFlagVerdict: ({ context, principal, params, body }) => setFlagVerdict(context, principal, params.id, body),
  rewriteReportField: ({ context, principal, params, body, signal }) =>
    rewriteReportField(context, principal, params, body, signal),
  undoReportChange: ({ context, principal, params, body }) =>
    undoReportChange(context, principal, params.id, body.version),
  listReportHistory: ({ context, principal, params, query }) => listReportHistory(context, principal, params.id, query),
  signReport: ({ context, principal, params, body }) => signReport(context, principal, params.id, body.version),
  unlockReport: ({ context, principal, params, body }) => unlockReport(context, principal, params.id, body),
  editReport: ({ context, principal, params, body }) => editReport(context, principal, params.id, body),
  auditReportUse: async ({ context, principal, params, body }) => {
    await auditReportUse(context, principal, params.id, body)
    return {}
  },
  deleteReport: ({ context, principal, params }) => deleteReport(context, principal, params.id),
  reportEvents: {
    events: ({ context, principal, params, signal }) => followReport(context, principal, params.id, signal),
  },
}
