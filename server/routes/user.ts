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
  createGroupReports,
  createReport,
  deleteReport,
  editReport,
  followReport,
  getReport,
  listReportHistory,
  listReports,
  retryReport,
  rewriteReportField,
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
  getTranscript,
  listTranscripts,
  submitText,
} from '../services/transcripts/index.ts'
import type { Handlers } from './handler.ts'

/** Handlers for signed-in users. */
export const userHandlers: Handlers<(typeof endpoints)['user'], 'user'> = {
  getAccount: ({ context, actor }) => getAccount(context, actor),
  verifyToken: async ({ actor, query }) => verifyToken(actor, query.strict ?? false),
  decodeToken: async ({ actor: { userId, email, admin, expiresAt } }) => ({
    userId,
    email,
    admin,
    expiresAt: expiresAt.toISOString(),
  }),
  logoutCurrent: async ({ context, actor }) => {
    await signOut(context, actor)
    return {}
  },
  logoutAll: async ({ context, actor }) => {
    await signOutEverywhere(context, actor)
    return {}
  },

  listLayouts: ({ context, actor, query }) => listLayouts(context, actor, query),
  getLayout: ({ context, actor, params }) => getLayout(context, actor, params.id),
  createLayout: { create: ({ context, actor, body }) => createLayout(context, actor, body) },
  updateLayout: ({ context, actor, params, body }) => updateLayout(context, actor, params.id, body),
  deleteLayout: async ({ context, actor, params }) => {
    await deleteLayout(context, actor, params.id)
    return {}
  },
  copyLayout: { create: ({ context, actor, params }) => copyLayout(context, actor, params.id) },

  listTranscripts: ({ context, actor, query }) => listTranscripts(context, actor, query),
  getTranscript: ({ context, actor, params }) => getTranscript(context, actor, params.id),
  submitTranscriptText: { create: ({ context, actor, body }) => submitText(context, actor, body) },
  correctTranscript: ({ context, actor, params, body }) => correctTranscript(context, actor, params.id, body),
  deleteTranscript: async ({ context, actor, params }) => {
    await deleteTranscript(context, actor, params.id)
    return {}
  },
  discardTranscript: ({ context, actor, params }) => discardTranscript(context, actor, params.id),
  getTranscription: async ({ context: { speech } }) => {
    if (speech.engine === null) return { engine: null, message: speech.message }
    const { name, label, languages, diarizes } = speech.engine
    return { engine: { name, label, languages: [...languages], diarizes } }
  },
  createTranscriptionTicket: {
    create: ({ context, actor }) => createTicket(context, actor),
    repeat: ({ context, actor }) => createTicket(context, actor),
  },

  listReports: ({ context, actor, query }) => listReports(context, actor, query),
  getReport: ({ context, actor, params }) => getReport(context, actor, params.id),
  createReport: {
    create: ({ context, actor, body }) => createReport(context, actor, body),
    afterwards: async ({ context, actor, query, signal }, created) =>
      query.wait === 0 ? created : waitForReport(context, actor, created._id, query.wait, signal),
  },
  createGroupReports: { create: ({ context, actor, body }) => createGroupReports(context, actor, body) },
  retryReport: ({ context, actor, params, body }) => retryReport(context, actor, params.id, body.version),
  setFlagVerdict: ({ context, actor, params, body }) => setFlagVerdict(context, actor, params.id, body),
  rewriteReportField: ({ context, actor, params, body, signal }) =>
    rewriteReportField(context, actor, params, body, signal),
  undoReportChange: ({ context, actor, params, body }) => undoReportChange(context, actor, params.id, body.version),
  listReportHistory: ({ context, actor, params, query }) => listReportHistory(context, actor, params.id, query),
  signReport: ({ context, actor, params, body }) => signReport(context, actor, params.id, body.version),
  unlockReport: ({ context, actor, params, body }) => unlockReport(context, actor, params.id, body),
  editReport: ({ context, actor, params, body }) => editReport(context, actor, params.id, body),
  deleteReport: ({ context, actor, params }) => deleteReport(context, actor, params.id),
  reportEvents: { events: ({ context, actor, params, signal }) => followReport(context, actor, params.id, signal) },
}
