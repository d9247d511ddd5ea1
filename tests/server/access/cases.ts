import type { endpoints } from '../../../lib/contracts/index.ts'
import { ask, smallLayout } from '../ask.ts'
import type { Owned, World } from './world.ts'

/** How one call is made on the rows of the owner. */
export interface Case {
  /** Values of the parameters of the path. */
  params?: (owned: Owned) => Record<string, string | number>
  query?: (owned: Owned) => string
  body?: (owned: Owned) => object
  /** A form with these parts instead of a body. */
  form?: (owned: Owned) => Record<string, string | Uint8Array<ArrayBuffer>>
  /** Brings the rows into the state that the call needs. May return what replaces properties of `owned`. */
  prepare?: (owned: Owned, world: World) => Promise<Partial<Owned> | undefined>
  /**
   * True if everybody may call it with these very ids, because each person has a name space of their own. The rows of
   * the owner must stay as they are, and the answer must not show them.
   */
  ownNameSpace?: boolean
}

type Names = { [Group in keyof typeof endpoints]: keyof (typeof endpoints)[Group] }[keyof typeof endpoints]

const layout = { params: ({ layoutId }: Owned) => ({ id: layoutId }) }
const transcript = { params: ({ transcriptId }: Owned) => ({ id: transcriptId }) }
const report = { params: ({ reportId }: Owned) => ({ id: reportId }) }
const recording = { params: ({ recordingId }: Owned) => ({ id: recordingId }), ownNameSpace: true }
const atVersion = { body: ({ version }: Owned) => ({ version }) }
const noteOf = ({ layoutId, transcriptId }: Owned) => ({ layoutId, transcriptId, patientId: 'P-1' })

/** Runs a call of the owner and returns the new version of the report. */
async function changed(owned: Owned, { server }: World, path: string, body: object): Promise<Partial<Owned>> {
  const method = path === '' ? 'PUT' : 'POST'
  const call = `${method} /api/user/reports/${owned.reportId}${path}`
  const answer = await ask(server.url, call, { token: owned.owner.token, body: { version: owned.version, ...body } })
  if (answer.status !== 200) throw new Error(`${call} answered ${answer.status}.`)
  return { version: answer.body.version }
}
const edited = (owned: Owned, world: World) => changed(owned, world, '', { values: [{ id: 'mood', value: ['Calm'] }] })

/** Every call with a credential. A call without an entry fails the test, so no call can be forgotten. */
export const cases: Record<Exclude<Names, 'register' | 'loginEmail' | 'loginToken'>, Case> = {
  getAccount: {},
  verifyToken: {},
  decodeToken: {},
  logoutCurrent: {},
  logoutAll: {},

  listLayouts: {},
  listLayoutGroups: {},
  getLayout: layout,
  createLayout: { body: () => smallLayout },
  updateLayout: { ...layout, body: () => ({ version: 1, layout: smallLayout }) },
  deleteLayout: layout,
  copyLayout: layout,
  listLayoutVersions: layout,
  getLayoutVersion: { params: ({ layoutId }) => ({ id: layoutId, version: 1 }) },
  restoreLayoutVersion: { params: ({ layoutId }) => ({ id: layoutId, version: 1 }) },
  shareLayout: { ...layout, body: () => ({ editors: ['editor@clinic.example'] }) },
  generateLayout: { body: () => ({ description: 'Mood and sleep.' }) },
  generateFields: { body: () => ({ input: 'Mood and sleep.' }) },
  generateExamples: {
    body: () => ({
      context: {},
      transcript: 'Speaker 1: I slept well.',
      template: { name: 'Note', instructions: '', fields: smallLayout.fields },
      outputs: [],
    }),
  },
  listModels: {},
  listSiteRules: {},

  listTranscripts: {},
  getTranscript: transcript,
  submitTranscriptText: { body: () => ({ text: 'Speaker 1: I slept well.' }) },
  submitTranscriptFile: { form: () => ({ file: new TextEncoder().encode('Speaker 1: I slept well.') }) },
  correctTranscript: { ...transcript, body: () => ({ turns: ['Speaker 1: I slept badly.'] }) },
  deleteTranscript: transcript,
  discardTranscript: transcript,
  getTranscription: {},
  createTranscriptionTicket: {},

  listReports: {},
  getReport: report,
  createReport: { body: noteOf },
  createGroupReports: {
    body: ({ layoutId, transcriptId }) => ({
      layoutId,
      transcriptId,
      participants: [{ patientId: 'P-1', name: 'Ana', speakers: [1] }],
    }),
  },
  editReport: { ...report, body: ({ version }) => ({ version, values: [{ id: 'mood', value: ['Calm'] }] }) },
  retryReport: { ...report, ...atVersion },
  setFlagVerdict: { ...report, body: ({ version }) => ({ version, fieldId: 'mood', index: 0, verdict: 'dismissed' }) },
  rewriteReportField: { ...atVersion, params: ({ reportId }) => ({ id: reportId, fieldId: 'mood' }) },
  undoReportChange: { ...report, ...atVersion, prepare: edited },
  listReportHistory: report,
  signReport: { ...report, ...atVersion },
  unlockReport: {
    ...report,
    body: ({ version }) => ({ version, reason: 'A wrong date.' }),
    prepare: (owned, world) => changed(owned, world, '/sign', {}),
  },
  deleteReport: report,
  reportEvents: report,

  getRecordingKey: {},
  unwrapRecordingKey: { ...recording, body: () => ({ keyId: 'none', wrapped: '' }) },
  eraseRecording: recording,
  sendRecordingAudio: {
    ...recording,
    query: () => 'fromFrame=0&channels=1&language=en&finish=true',
    form: () => ({ file: new Uint8Array(3200) }),
  },
}

/**
 * Calls whose success needs more than a right: a flag, a field that was not answered, a wrapped key or a speech engine.
 * Their own tests show that they succeed. Here the owner's call only must not be refused for lack of a right.
 */
export const needsMore = new Set<string>(['setFlagVerdict', 'retryReport', 'unwrapRecordingKey', 'sendRecordingAudio'])
