import { type Endpoint, endpoints } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import type { Person } from './callers.ts'

/**
 * What a call is for an administrator who acts as a person (product 12.28).
 * - look: the call changes nothing that is stored.
 * - session: the call concerns only the session in which the administrator acts.
 * - repair: the call changes something that the person sees again, and neither grants access, changes a rule nor signs.
 * - refused: only the person may make the call.
 * - none: the call takes no session of a person.
 */
export type Acting = 'look' | 'session' | 'repair' | 'refused' | 'none'

/** The same for every call of a group: no session of a person, or only sessions of administrators, make these calls. */
const every = <Name extends string, Value extends Acting>(group: Record<Name, Endpoint>, value: Value) =>
  Object.fromEntries(Object.keys(group).map((name) => [name, value])) as Record<Name, Value>

export const actingCalls = {
  public: every(endpoints.public, 'none'),
  signIn: {
    ...every(endpoints.signIn, 'none'),
    generateOneTimeCode: 'session',
  },
  oauth: {
    ...every(endpoints.oauth, 'none'),
    // With a session, these calls link an account of a provider to the person.
    signInWithGoogle: 'refused',
    signInWithMicrosoft: 'refused',
    signInWithApple: 'refused',
  },
  user: {
    getAccount: 'look',
    verifyToken: 'look',
    decodeToken: 'look',
    logoutCurrent: 'session',
    logoutAll: 'repair',
    listLayouts: 'look',
    getLayout: 'look',
    createLayout: 'refused',
    updateLayout: 'repair',
    deleteLayout: 'refused',
    copyLayout: 'refused',
    listTranscripts: 'look',
    searchTranscripts: 'look',
    getTranscript: 'look',
    submitTranscriptText: 'refused',
    correctTranscript: 'refused',
    addRemarks: 'refused',
    appendTranscript: 'refused',
    deleteTranscript: 'refused',
    discardTranscript: 'refused',
    getTranscription: 'look',
    createTranscriptionTicket: 'refused',
    listReports: 'look',
    searchReports: 'look',
    getReport: 'look',
    createReport: 'refused',
    editReport: 'refused',
    retryReport: 'repair',
    createGroupReports: 'refused',
    setFlagVerdict: 'refused',
    rewriteReportField: 'refused',
    undoReportChange: 'refused',
    auditReportUse: 'refused',
    listReportHistory: 'look',
    signReport: 'refused',
    unlockReport: 'refused',
    deleteReport: 'refused',
    reportEvents: 'look',
  },
  account: {
    updateAccount: 'refused',
    deleteAccount: 'refused',
    exportAccount: 'refused',
    openPortal: 'session',
    listSessions: 'look',
    listActing: 'look',
    endSession: 'repair',
    verifyPassword: 'refused',
    listViewableUsers: 'look',
    listViewableUserIds: 'look',
    getPermission: 'look',
    startAlternativeEmail: 'refused',
    confirmAlternativeEmail: 'refused',
    confirmAlternativeEmailByGet: 'refused',
    removeAlternativeEmail: 'refused',
    startEmailChange: 'refused',
    confirmEmailChange: 'refused',
    confirmEmailChangeByGet: 'refused',
    listIdentities: 'look',
    linkIdentity: 'refused',
    unlinkIdentity: 'refused',
    turnOnSecondFactor: 'refused',
    turnOffSecondFactor: 'refused',
  },
  phones: {
    startPhone: 'refused',
    confirmPhone: 'refused',
    confirmPhoneByGet: 'refused',
    cancelPhone: 'refused',
    removePhone: 'refused',
    turnOnSecondFactorByPhone: 'refused',
  },
  emails: {
    sendEmail: 'refused',
    sendAnyEmail: 'refused',
    askForLicense: 'refused',
  },
  inbox: every(endpoints.inbox, 'none'),
  recordings: {
    getRecordingKey: 'refused',
    unwrapRecordingKey: 'refused',
    eraseRecording: 'refused',
    sendRecordingAudio: 'refused',
  },
  templates: {
    listLayoutGroups: 'look',
    listLayoutVersions: 'look',
    getLayoutVersion: 'look',
    restoreLayoutVersion: 'repair',
    shareLayout: 'refused',
    generateLayout: 'refused',
    generateFields: 'look',
    nameFields: 'look',
    generateExamples: 'look',
    listModels: 'look',
  },
  transcriptFiles: {
    submitTranscriptFile: 'refused',
    retryTranscriptFile: 'refused',
  },
  siteRules: {
    listSiteRules: 'look',
  },
  directories: {
    listDirectories: 'look',
    getDirectory: 'look',
    createDirectory: 'refused',
    renameDirectory: 'refused',
    deleteDirectory: 'refused',
    chooseDirectory: 'session',
    getRole: 'look',
    countRoles: 'look',
    countOccupiedRoles: 'look',
    listRoles: 'look',
    addPeople: 'refused',
    sendInvitation: 'refused',
    createInvitationLink: 'refused',
    createRole: 'refused',
    updateRole: 'refused',
    deleteRole: 'refused',
    getWorkRules: 'look',
    getDirectorySettings: 'look',
    updateDirectorySettings: 'refused',
    listDirectoryUserIds: 'look',
    listDirectoryUsers: 'look',
    listDirectoryConsents: 'look',
    listInvitations: 'look',
    acceptInvitation: 'refused',
    declineInvitation: 'refused',
    leaveDirectory: 'refused',
  },
  workspace: {
    getGoogleDirectoryUrl: 'refused',
    listGooglePeople: 'refused',
  },
  lookup: {
    lookUpDirectoriesByEmail: 'look',
    lookUpDirectoriesByUserId: 'look',
    lookUpOwnDirectories: 'look',
    lookUpSettingsByEmail: 'look',
    lookUpSettingsByUserId: 'look',
    lookUpOwnSettings: 'look',
    lookUpIdByEmail: 'look',
    lookUpMemberByEmail: 'look',
    lookUpMemberByUserId: 'look',
    lookUpOwnMembership: 'look',
  },
  licenses: {
    listLicenses: 'look',
    getLicense: 'look',
    getActiveLicenses: 'look',
    incrementUsage: 'refused',
    incrementUsageByGet: 'refused',
    syncLicenses: 'repair',
    syncLicensesByGet: 'repair',
    listDirectoryLicenses: 'look',
    getDirectoryLicense: 'look',
  },
  subscriptions: {
    listSubscriptions: 'look',
    getSubscription: 'look',
    cancelSubscription: 'refused',
    beginCheckout: 'refused',
    changeSubscription: 'refused',
    changePaymentMethod: 'refused',
    getTrialState: 'look',
    startTrial: 'refused',
  },
  products: every(endpoints.products, 'none'),
  banners: {
    listBanners: 'look',
  },
  admin: every(endpoints.admin, 'refused'),
  adminAccess: every(endpoints.adminAccess, 'refused'),
  accessPublic: every(endpoints.accessPublic, 'none'),
  accessInvites: {
    listOwnAccess: 'look',
    listAccessInvites: 'look',
    acceptAccessInvite: 'refused',
    declineAccessInvite: 'refused',
  },
  access: {
    getOwnAccess: 'look',
    changeOwnAccess: 'refused',
    checkOrigin: 'refused',
    changeOrigin: 'refused',
    changeLogo: 'refused',
    listKeys: 'look',
    addKey: 'refused',
    removeKey: 'refused',
    addMember: 'refused',
    removeMember: 'refused',
    getDashboard: 'look',
    listCustomerLogs: 'look',
  },
  webhooks: {
    listWebhooks: 'look',
    addWebhook: 'refused',
    changeWebhook: 'refused',
    removeWebhook: 'refused',
    rotateWebhookSecret: 'refused',
    testWebhook: 'refused',
    listWebhookDeliveries: 'look',
    replayWebhookDelivery: 'repair',
  },
  keys: every(endpoints.keys, 'none'),
  customer: every(endpoints.customer, 'none'),
  reseller: {
    listCustomers: 'look',
    getCustomer: 'look',
    addCustomer: 'refused',
    removeCustomer: 'refused',
    listResellerTemplates: 'look',
    getResellerTemplate: 'look',
    addResellerTemplate: 'refused',
    changeResellerTemplate: 'repair',
    removeResellerTemplate: 'refused',
    generateResellerExample: 'look',
    listCustomerUsers: 'look',
    getCustomerUser: 'look',
    addCustomerUser: 'refused',
    removeCustomerUser: 'refused',
  },
  bearer: every(endpoints.bearer, 'none'),
} as const satisfies { [Group in keyof typeof endpoints]: Record<keyof (typeof endpoints)[Group], Acting> }

const byName: Readonly<Record<string, Acting>> = Object.assign({}, ...Object.values(actingCalls))

export type CallName = {
  [Group in keyof typeof endpoints]: keyof (typeof endpoints)[Group] & string
}[keyof typeof endpoints]

/** Throws `forbidden` if an administrator acts as this person, and the call is only for the person. */
export function refuseActing({ administratorId }: Pick<Person, 'administratorId'>, name: CallName): void {
  if (administratorId === null || byName[name] !== 'refused') return
  throw new Problem(
    'forbidden',
    'You are acting as another person. While you act, you can look at everything and repair a few things. Only that person can do this. Ask that person to do it.',
  )
}
