import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { endpoints } from '../../../lib/contracts/index.ts'
import {
  accessMembers,
  accessOrganizations,
  directories,
  directoryRoles,
  licenses,
  subscriptions,
} from '../../../server/store/schema/index.ts'
import { ask, password, smallLayout, somePhone } from '../ask.ts'
import type { Owned, World } from './world.ts'

/** How a test makes one call with the ids of rows that belong to the owner (see `Owned`). */
export interface Case {
  /** Values of the parameters of the path. */
  params?: (owned: Owned) => Record<string, string | number>
  query?: (owned: Owned) => string
  body?: (owned: Owned) => object
  /** A form with these parts instead of a body. */
  form?: (owned: Owned) => Record<string, string | Uint8Array<ArrayBuffer>>
  /** True if only a page of the server itself may make the call. */
  fromPortal?: boolean
  /** Brings the rows into the state that the call needs. May return new values for properties of `owned`. */
  prepare?: (owned: Owned, world: World) => Promise<Partial<Owned> | undefined>
  /**
   * True if everybody may make the call with the ids of the owner's rows. Each person has a separate set of such ids,
   * so the call does not reach the rows of the owner. The owner's rows must stay as they are, and the answer must not
   * show them.
   */
  ownNameSpace?: boolean
  /**
   * True if every member of the owner's directory may make the call, although its endpoint does not have the permission
   * 'member'.
   */
  membersMay?: boolean
  /**
   * The expected status of the owner's call, if the call is not meant to succeed. A successful call would delete or sign
   * out people whom the other tests need.
   */
  answers?: number
  /** True if an administrator of the product may make the call. */
  administratorMay?: boolean
}

type Names = { [Group in keyof typeof endpoints]: keyof (typeof endpoints)[Group] }[keyof typeof endpoints]

const noCodeBody = { ticket: 'x'.repeat(43), code: '000000' }
const noCode = new URLSearchParams(noCodeBody).toString()
const layout = { params: ({ layoutId }: Owned) => ({ id: layoutId }) }
const transcript = { params: ({ transcriptId }: Owned) => ({ id: transcriptId }) }
const report = { params: ({ reportId }: Owned) => ({ id: reportId }) }
const recording = { params: ({ recordingId }: Owned) => ({ id: recordingId }), ownNameSpace: true }
const atVersion = { body: ({ version }: Owned) => ({ version }) }
const noteOf = ({ layoutId, transcriptId }: Owned) => ({ layoutId, transcriptId, patientId: 'P-1' })

/** An origin of the own computer. The check of another one would ask the network. */
const listedOrigin = 'http://localhost:3000'
const listed: Pick<Case, 'prepare'> = {
  prepare: async ({ accessId }, { server }) => {
    const origins = [listedOrigin]
    await server.store.database.update(accessOrganizations).set({ origins }).where(eq(accessOrganizations.id, accessId))
    return undefined
  },
}

const directory = { params: ({ directoryId }: Owned) => ({ directoryId }) }
const role = { params: ({ directoryId, roleId }: Owned) => ({ directoryId, roleId }) }
const byEmail = { query: ({ owner }: Owned) => `email=${encodeURIComponent(owner.email)}` }
const byUserId = { query: ({ owner }: Owned) => `userId=${owner.id}` }
const license = { params: ({ licenseId }: Owned) => ({ licenseId }) }
const user = { params: ({ userId }: Owned) => ({ userId }) }
const access = { params: ({ accessId }: Owned) => ({ accessId }) }
const webhook = { params: ({ accessId, webhookId }: Owned) => ({ accessId, webhookId }) }
const subscription = { body: ({ subscriptionId }: Owned) => ({ subscriptionId }) }
const customer = {
  params: ({ accessId, customerIdentifier }: Owned) => ({ accessId, identifier: customerIdentifier }),
}
const ofCustomer = { params: ({ accessId, customerIdentifier }: Owned) => ({ accessId, customerIdentifier }) }
const customerUser = {
  params: ({ accessId, customerIdentifier, userIdentifier }: Owned) => ({
    accessId,
    customerIdentifier,
    identifier: userIdentifier,
  }),
}
const customerTemplate = {
  params: ({ accessId, templateIdentifier }: Owned) => ({ accessId, identifier: templateIdentifier }),
}
const customerQuery = { query: ({ customerIdentifier }: Owned) => `customerIdentifier=${customerIdentifier}` }
const customerTemplateBody = {
  body: ({ customerIdentifier }: Owned) => ({ ...smallLayout, customerIdentifier }),
}
const lookUp = { membersMay: true, administratorMay: true }
const seatDraft = { body: () => ({ name: 'Clinician', permissions: [] }) }

/** Offers the owner a seat in a new directory that none of the test people belongs to. */
async function invited({ owner }: Owned, { server }: World): Promise<Partial<Owned>> {
  const directoryId = randomUUID()
  await server.store.database.insert(directories).values({ id: directoryId, name: 'Inviting clinic' })
  await server.store.database.insert(directoryRoles).values({
    id: randomUUID(),
    directoryId,
    name: 'Clinician',
    status: 'invited',
    email: owner.email.toLowerCase(),
  })
  return { directoryId }
}

/** Offers a new seat of the owner's directory to somebody. */
async function seatOffered({ directoryId }: Owned, { server }: World): Promise<Partial<Owned>> {
  const roleId = randomUUID()
  const email = `${roleId}@clinic.example`
  await server.store.database
    .insert(directoryRoles)
    .values({ id: roleId, directoryId, name: 'Clinician', status: 'invited', email })
  return { roleId }
}

/** Invites the owner to a new developer organisation that none of the test people belongs to. */
async function invitedToAccess({ owner }: Owned, { server }: World): Promise<Partial<Owned>> {
  const accessId = randomUUID()
  await server.store.database.insert(accessOrganizations).values({ id: accessId, name: 'Inviting partner' })
  await server.store.database
    .insert(accessMembers)
    .values({ id: randomUUID(), accessId, email: owner.email.toLowerCase(), permission: 'read' })
  return { accessId }
}

/** Invites somebody else to the developer organisation of the owner. */
async function guestInvited({ accessId }: Owned, { server }: World): Promise<undefined> {
  await server.store.database
    .insert(accessMembers)
    .values({ id: randomUUID(), accessId, email: 'guest@partner.example', permission: 'read' })
}

/** Ends the subscription, so that the directory can subscribe again. */
async function unsubscribed({ subscriptionId }: Owned, { server }: World): Promise<undefined> {
  await server.store.database.update(subscriptions).set({ state: 'ended' }).where(eq(subscriptions.id, subscriptionId))
}

/** Deletes the licence of the directory, so that a trial can begin. */
async function unlicensed({ licenseId }: Owned, { server }: World): Promise<undefined> {
  await server.store.database.delete(licenses).where(eq(licenses.id, licenseId))
}

/** Runs a call of the owner and returns the new version of the report. */
async function changed(owned: Owned, { server }: World, path: string, body: object): Promise<Partial<Owned>> {
  const method = path === '' ? 'PUT' : 'POST'
  const call = `${method} /api/user/reports/${owned.reportId}${path}`
  const answer = await ask(server.url, call, { token: owned.owner.token, body: { version: owned.version, ...body } })
  if (answer.status !== 200) throw new Error(`${call} answered ${answer.status}.`)
  return { version: answer.body.version }
}
const edited = (owned: Owned, world: World) => changed(owned, world, '', { values: [{ id: 'mood', value: ['Calm'] }] })

/**
 * For each API call that needs a credential, how the tests make it. A call without an entry fails the test, so no call
 * can be forgotten.
 */
export const cases: Partial<Record<Names, Case>> = {
  getAccount: {},
  updateAccount: { body: () => ({ name: 'Dana' }) },
  // The password is wrong on purpose. With the right password, each test person would delete their own account, and the
  // calls below would fail.
  deleteAccount: { body: () => ({ password: 'not the password', phrase: 'delete my account' }), answers: 401 },
  exportAccount: {},
  openPortal: { fromPortal: true },
  listSessions: {},
  listActing: {},
  endSession: { params: ({ sessionId }) => ({ sessionId }) },
  verifyPassword: { body: () => ({ password }) },
  listIdentities: {},
  linkIdentity: {
    params: () => ({ provider: 'google' }),
    body: () => ({ secret: 'x'.repeat(43), state: 'x'.repeat(43) }),
    answers: 400,
  },
  unlinkIdentity: { params: () => ({ provider: 'google' }), body: () => ({ password }), answers: 404 },
  listViewableUsers: {},
  listViewableUserIds: {},
  getPermission: {},
  startAlternativeEmail: { body: () => ({ email: `${randomUUID()}@clinic.example` }) },
  confirmAlternativeEmail: { body: () => noCodeBody },
  confirmAlternativeEmailByGet: { query: () => noCode },
  removeAlternativeEmail: {},
  startEmailChange: { body: () => ({ email: `${randomUUID()}@clinic.example`, password }) },
  confirmEmailChange: { body: () => noCodeBody },
  confirmEmailChangeByGet: { query: () => noCode },
  turnOnSecondFactor: { body: () => ({ password }) },
  startPhone: { body: () => ({ phone: somePhone(), password }) },
  confirmPhone: { body: () => noCodeBody },
  confirmPhoneByGet: { query: () => noCode },
  cancelPhone: { query: () => `ticket=${'x'.repeat(43)}` },
  removePhone: {},
  turnOnSecondFactorByPhone: { body: () => ({ password }) },
  turnOffSecondFactor: { body: () => ({ password }) },
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
  restoreLayoutVersion: {
    params: ({ layoutId }) => ({ id: layoutId, version: 1 }),
    prepare: async ({ layoutId }, { server, owner }) => {
      const body = { version: 1, layout: { ...smallLayout, name: 'Renamed' } }
      await ask(server.url, `PUT /api/user/layouts/${layoutId}`, { token: owner.token, body })
      return undefined
    },
  },
  shareLayout: { ...layout, body: () => ({ editors: ['editor@clinic.example'] }) },
  generateLayout: { body: () => ({ description: 'Mood and sleep.' }) },
  generateFields: { body: () => ({ input: 'Mood and sleep.' }) },
  nameFields: { body: () => ({ title: 'Intake', fields: [{ kind: 'text', candidates: ['Mood'] }] }) },
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
  searchTranscripts: { body: () => ({}) },
  getTranscript: transcript,
  submitTranscriptText: { body: () => ({ text: 'Speaker 1: I slept well.' }) },
  submitTranscriptFile: { form: () => ({ file: new TextEncoder().encode('Speaker 1: I slept well.') }) },
  retryTranscriptFile: transcript,
  correctTranscript: { ...transcript, body: () => ({ turns: ['Speaker 1: I slept badly.'] }) },
  addRemarks: { ...transcript, body: () => ({ text: 'Looks tired.' }) },
  appendTranscript: {
    ...transcript,
    body: () => ({ transcriptId: randomUUID() }),
    answers: 404,
  },
  deleteTranscript: transcript,
  discardTranscript: transcript,
  getTranscription: {},
  createTranscriptionTicket: {},

  listReports: {},
  searchReports: { body: () => ({}) },
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
  auditReportUse: { ...report, body: () => ({ kind: 'print' }) },
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

  listDirectories: {},
  getDirectory: directory,
  createDirectory: { body: () => ({ name: 'New clinic' }) },
  renameDirectory: { ...directory, body: () => ({ name: 'Renamed clinic' }) },
  deleteDirectory: directory,
  chooseDirectory: { body: ({ directoryId }) => ({ directoryId }), membersMay: true },
  getRole: role,
  countRoles: directory,
  countOccupiedRoles: directory,
  listRoles: directory,
  addPeople: { ...directory, body: () => ({ people: [{ line: 2, email: 'listed@clinic.example' }], dryRun: false }) },
  sendInvitation: { ...role, prepare: seatOffered },
  createInvitationLink: { ...role, prepare: seatOffered },
  createRole: { ...directory, ...seatDraft },
  updateRole: { ...role, ...seatDraft },
  deleteRole: role,
  getWorkRules: {},
  getDirectorySettings: directory,
  updateDirectorySettings: { ...directory, body: () => ({ language: 'es' }) },
  listDirectoryUserIds: directory,
  listDirectoryUsers: directory,
  listDirectoryConsents: directory,
  listInvitations: {},
  acceptInvitation: { ...directory, prepare: invited },
  declineInvitation: { ...directory, prepare: invited },
  leaveDirectory: { ...directory, membersMay: true },

  getGoogleDirectoryUrl: { query: ({ directoryId }) => `directoryId=${directoryId}` },
  listGooglePeople: { body: () => ({ secret: 'x'.repeat(43), state: 'x'.repeat(43) }) },

  lookUpDirectoriesByEmail: { ...byEmail, ...lookUp },
  lookUpDirectoriesByUserId: { ...byUserId, ...lookUp },
  lookUpOwnDirectories: {},
  lookUpSettingsByEmail: { ...byEmail, ...lookUp },
  lookUpSettingsByUserId: { ...byUserId, ...lookUp },
  lookUpOwnSettings: {},
  lookUpIdByEmail: { ...byEmail, ...lookUp },
  lookUpMemberByEmail: { ...directory, ...byEmail, ...lookUp },
  lookUpMemberByUserId: { ...directory, ...byUserId, ...lookUp },
  lookUpOwnMembership: { ...directory, membersMay: true },

  listLicenses: {},
  getLicense: { params: ({ ownLicenseId }) => ({ licenseId: ownLicenseId }) },
  // The licence of the directory pays for all work of its members (product 12.21).
  getActiveLicenses: { membersMay: true },
  incrementUsage: { params: () => ({ type: 'document' }), membersMay: true },
  incrementUsageByGet: { params: () => ({ type: 'document' }), membersMay: true },
  syncLicenses: { membersMay: true },
  syncLicensesByGet: { membersMay: true },
  listDirectoryLicenses: directory,
  getDirectoryLicense: { params: ({ directoryId, licenseId }) => ({ directoryId, licenseId }) },

  listSubscriptions: { query: ({ directoryId }) => `directoryId=${directoryId}` },
  getSubscription: { params: ({ subscriptionId }) => ({ subscriptionId }) },
  cancelSubscription: subscription,
  beginCheckout: { body: ({ directoryId }) => ({ directoryId, product: 'standard' }), prepare: unsubscribed },
  changeSubscription: { body: ({ subscriptionId }) => ({ subscriptionId, product: 'standard' }) },
  changePaymentMethod: subscription,
  getTrialState: { query: ({ directoryId }) => `directoryId=${directoryId}` },
  startTrial: { body: ({ directoryId }) => ({ directoryId }), prepare: unlicensed },

  sendEmail: { body: () => ({ template: 'getting-started' }) },
  sendAnyEmail: { body: ({ owner }) => ({ template: 'getting-started', to: [owner.email] }), ...lookUp },
  askForLicense: {},
  listBanners: {},

  listAllDirectories: {},
  getAnyDirectory: directory,
  addDirectory: { body: () => ({ name: 'Clinic of an administrator' }) },
  changeAnyDirectory: { ...directory, body: () => ({ name: 'Renamed clinic' }) },
  deleteAnyDirectory: directory,
  listAllLicenses: {},
  getAnyLicense: license,
  grantLicense: { body: ({ directoryId }) => ({ directoryId, product: 'standard', documentLimit: 5 }) },
  changeLicense: { ...license, body: () => ({ documentLimit: 5 }) },
  deleteLicense: license,
  listUsers: {},
  getUser: user,
  addUser: { body: () => ({ email: `${randomUUID()}@clinic.example` }) },
  changeUser: { ...user, body: () => ({ name: 'Dana' }) },
  deleteUser: user,
  loginAsUser: user,
  logoutUser: user,
  customLogin: { body: ({ userId }) => ({ userId, expirationMinutes: 5 }) },
  addBanner: { body: () => ({ text: 'Maintenance tonight', level: 'info' }) },
  deleteBanner: { params: ({ bannerId }) => ({ bannerId }) },
  listAllModels: {},
  changeModel: { body: () => ({ slot: 3, model: null }) },
  listAudit: {},
  listAccess: {},
  getAccess: access,
  addAccess: { body: () => ({ organization: { name: 'Partner' }, limits: {} }) },
  changeAccess: { ...access, body: () => ({ organization: { name: 'Partner' } }) },
  removeAccess: access,

  listOwnAccess: {},
  listAccessInvites: {},
  acceptAccessInvite: { ...access, prepare: invitedToAccess },
  declineAccessInvite: { ...access, prepare: invitedToAccess },
  getOwnAccess: access,
  changeOwnAccess: { ...access, body: () => ({ metadata: { support: 'help@partner.example' } }) },
  checkOrigin: { ...access, ...listed, body: () => ({ origin: listedOrigin }) },
  changeOrigin: { ...access, ...listed, body: () => ({ origin: listedOrigin, words: true }) },
  changeLogo: { ...access, body: () => ({ logoBase64: null }) },
  listKeys: access,
  addKey: { ...access, body: () => ({ name: 'Server' }) },
  removeKey: { params: ({ accessId, keyId }) => ({ accessId, keyId }) },
  addMember: { ...access, body: () => ({ email: `${randomUUID()}@partner.example`, permission: 'read' }) },
  removeMember: {
    params: ({ accessId }) => ({ accessId, email: 'guest@partner.example' }),
    prepare: guestInvited,
  },
  getDashboard: { ...access, query: () => 'type=customers' },
  listCustomerLogs: access,
  listWebhooks: access,
  addWebhook: {
    ...access,
    body: () => ({ url: 'https://hooks.invalid/', events: ['output.ready'], enabled: false }),
  },
  changeWebhook: { ...webhook, body: () => ({ events: ['output.failed'] }) },
  removeWebhook: webhook,
  rotateWebhookSecret: webhook,
  testWebhook: webhook,
  listWebhookDeliveries: webhook,
  replayWebhookDelivery: { params: ({ accessId, deliveryId }) => ({ accessId, deliveryId }) },
  listCustomers: access,
  getCustomer: customer,
  addCustomer: { ...access, body: () => ({ identifier: randomUUID() }) },
  removeCustomer: customer,
  listResellerTemplates: ofCustomer,
  getResellerTemplate: { ...customerTemplate, ...customerQuery },
  addResellerTemplate: { ...access, ...customerTemplateBody },
  changeResellerTemplate: { ...customerTemplate, ...customerTemplateBody },
  removeResellerTemplate: { ...customerTemplate, ...customerQuery },
  generateResellerExample: {
    ...access,
    body: () => ({
      context: {},
      transcript: 'Speaker 1: I slept well.',
      template: { name: 'Note', instructions: '', fields: smallLayout.fields },
      outputs: [],
    }),
  },
  listCustomerUsers: ofCustomer,
  getCustomerUser: customerUser,
  addCustomerUser: { ...ofCustomer, body: () => ({ identifier: randomUUID() }) },
  removeCustomerUser: customerUser,

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
 * Calls that need more than a right to succeed: a flag, a field that was not answered, a wrapped key, a speech engine,
 * a phone, a code, a secret, or a webhook that is enabled. The tests of these calls show that they succeed. This test
 * only checks that the server does not refuse the owner for lack of a right.
 */
export const needsMore = new Set<string>([
  'testWebhook',
  'replayWebhookDelivery',
  'setFlagVerdict',
  'retryReport',
  'retryTranscriptFile',
  'unwrapRecordingKey',
  'sendRecordingAudio',
  'confirmAlternativeEmail',
  'confirmAlternativeEmailByGet',
  'confirmEmailChange',
  'confirmEmailChangeByGet',
  'listGooglePeople',
  'confirmPhone',
  'confirmPhoneByGet',
  'turnOnSecondFactorByPhone',
])
