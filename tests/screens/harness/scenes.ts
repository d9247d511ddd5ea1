import { draftOf, emptySession } from '../../../components/panel/working-session.ts'
import { accountScenes } from './account-scenes.ts'
import * as data from './data.ts'
import type { EditFieldTraits } from './edit-field.tsx'
import { editFieldScenes } from './edit-field-scenes.ts'
import { layoutScenes } from './layout-scenes.ts'
import * as pageData from './page-data.ts'
import { pageScenes } from './page-scenes.ts'
import type { Scene } from './ports.ts'
import { reportScenes } from './report-scenes.ts'
import type { EditorTraits } from './template-editor.tsx'
import { templateScenes } from './template-scenes.ts'

const typed = draftOf(
  {
    ...emptySession,
    text: 'Sleep is better, about six hours most nights. Wakes around four, worried about work. Denies thoughts of self-harm.',
    patient: data.maya,
  },
  data.email,
)
const otherChart = { ...data.reading, patient: { name: 'Ines Varga', identifier: '004790' } }

const medicines = 'Propranolol 20 mg at night, sertraline 50 mg. Sleeps 6 hours.'
const withMedicines: Scene['page'] = {
  status: 'ready',
  reading: {
    ...pageData.formReading,
    fields: pageData.formReading.fields.map((each) => (each.id === 'plan' ? { ...each, value: [medicines] } : each)),
  },
}

const button = (name: string) => ({ role: 'button', name })

export interface Shown extends Scene {
  path: string
  /** What the scene shows instead of the panel: another page of the extension, or one component alone. */
  view?:
    | 'welcome'
    | 'options'
    | 'template-tab'
    | 'template-editor'
    | 'generate-fields'
    | 'confirm-phrase'
    | 'edit-field'
  /** Widths in pixels at which the scene is checked. Default: 360 and 1,200. */
  widths?: readonly number[]
  /** For a scene of the Edit Field panel. */
  editField?: EditFieldTraits
  /** For a scene of the template editor. */
  editor?: EditorTraits
  /** CSS selector of an element that appears when the parts that load late are complete. */
  waitsFor?: string
  /** Words that appear once the screen is complete. */
  shows: string
  /** Elements to click, or to type into, before the screenshot is taken, in this order. */
  clicks?: { role: string; name: string; types?: string; inDialog?: boolean }[]
  /** Content of a file that the scene selects in a file input before the screenshot is taken. */
  chosenFile?: string
}

const noChart = { status: 'unreadable', message: 'Open a patient’s chart in your EHR.' } as const

/** All screens that are checked, each in all its states. */
export const scenes: Record<string, Shown> = {
  'sign-in': { path: '/', shows: 'Password', account: { status: 'signed-out', ended: false } },
  'sign-in-ended': { path: '/', shows: 'You are no longer signed in', account: { status: 'signed-out', ended: true } },
  'sign-in-away': { path: '/', shows: 'does not answer', account: { status: 'signed-out', ended: false }, away: true },
  'sign-in-providers': {
    path: '/',
    shows: 'Continue with Apple',
    account: { status: 'signed-out', ended: false },
    providers: ['google', 'microsoft', 'apple'],
  },
  'sign-in-link': {
    path: '/',
    shows: 'You already have an account',
    account: { status: 'signed-out', ended: false },
    providers: ['microsoft'],
    clicks: [button('Continue with Microsoft')],
  },
  register: {
    path: '/',
    shows: 'At least 10',
    account: { status: 'signed-out', ended: false },
    clicks: [button('Create an account')],
  },
  'sign-in-code': {
    path: '/',
    shows: 'Send a code',
    account: { status: 'signed-out', ended: false },
    clicks: [button('Sign in with a code')],
  },
  'new-password': {
    path: '/',
    shows: 'Choose a new password',
    account: { status: 'signed-out', ended: false },
    typedEmail: 'ruth.calder@clinic.example',
    clicks: [button('Forgot password?'), button('Send a code')],
  },
  starting: { path: '/', shows: 'Chartside', account: { status: 'unknown' } },
  session: { path: '/', shows: 'Record session' },
  'session-typed': { path: '/', shows: 'Choose a template', draft: typed },
  'session-lost-drafts': {
    path: '/',
    shows: 'Unsaved work of a closed window',
    lostDrafts: [
      typed,
      draftOf(emptySession, data.email, { r1: { sleep: { base: ['Six hours.'], value: ['Seven.'] } } }),
    ],
  },
  'session-no-chart': {
    path: '/',
    shows: 'No chart open',
    page: noChart,
    sources: { tab: null },
  },
  'session-not-allowed': { path: '/', shows: 'Press here to allow the microphone', sources: { permission: 'denied' } },
  'session-not-asked': {
    path: '/',
    shows: 'is not allowed to use the microphone',
    sources: { permission: 'prompt' },
  },
  'session-hosted': { path: '/', shows: 'Record session', engine: 'hosted', page: withMedicines },
  'session-hosted-no-terms': {
    path: '/',
    shows: 'Record session',
    engine: 'hosted',
    page: withMedicines,
    policy: { disabledFeatures: ['speech-terms'] },
  },
  'session-local': { path: '/', shows: 'Record session', page: withMedicines },
  'session-no-engine': { path: '/', shows: 'No speech engine', engine: false },
  'session-away': { path: '/', shows: 'does not answer', away: true, draft: typed },
  'session-room': { path: '/', shows: 'Record session', sources: { tab: null } },
  microphone: { path: '/', shows: 'Built-in microphone', clicks: [button('Microphone The system’s microphone')] },
  recording: { path: '/', shows: '24:17', recording: data.recording },
  'recording-unclear': {
    path: '/',
    shows: 'hard to hear',
    recording: {
      ...data.recording,
      unclear: data.unclear,
      secondEngine: 'Pocketsphinx, on this server: good enough to try, not for real visits.',
    },
  },
  'recording-troubled': {
    path: '/',
    shows: 'Ines Varga',
    clicks: [button('3 more')],
    page: { status: 'ready', reading: otherChart },
    recording: {
      ...data.recording,
      saved: 0.62,
      connection: 'offline',
      problems: {
        microphone: 'The microphone was disconnected. The recording continues with Built-in microphone.',
        tab: 'The sound of this tab is no longer recorded. The microphone goes on.',
        network: 'The server cannot be reached. The recording continues. It will be sent when the connection is back.',
      },
    },
  },
  'recording-unsent': {
    path: '/',
    shows: '62 % sent',
    recording: {
      ...data.recording,
      phase: 'paused',
      ended: true,
      saved: 0.62,
      levels: { microphone: 0, tab: 0 },
      connection: 'offline',
      problems: { network: 'The end of the recording could not be sent. Check the connection and try again.' },
    },
  },
  'recording-ending': {
    path: '/',
    shows: 'Send later',
    recording: { ...data.recording, phase: 'stopping', saved: 0.94, levels: { microphone: 0, tab: 0 } },
  },
  'recording-offline': {
    path: '/',
    shows: 'when the server can be reached',
    recording: { ...data.recording, turns: [], saved: 0.24, connection: 'offline' },
  },
  'recording-without-tab': {
    path: '/',
    shows: 'Add the sound of this tab',
    recording: {
      ...data.recording,
      levels: { microphone: 0.32, tab: null },
      problems: {
        tab: 'The sound of this tab is not recorded. Only the microphone is. Open the tab, click the Chartside button in the toolbar, then add the sound of this tab.',
      },
    },
  },
  'recording-paused': {
    path: '/',
    shows: 'PAUSED',
    recording: {
      ...data.recording,
      phase: 'paused',
      levels: { microphone: 0, tab: 0 },
      turns: [...data.turns.slice(0, 2), '[Pause: 4 min]', ...data.turns.slice(2, 4)],
    },
  },
  'recording-start': {
    path: '/',
    shows: 'Listening',
    recording: { ...data.recording, elapsedMs: 3000, turns: [], levels: { microphone: 0.1, tab: null }, patient: null },
  },
  'recording-silent': {
    path: '/',
    shows: 'The other person cannot be heard',
    recording: {
      ...data.recording,
      silentSource: 'tab',
      microphone: { id: null, label: 'Built-in microphone', fallback: true },
      journal: { state: 'ok', usedShare: 0.84 },
    },
  },
  'recording-unheard': {
    path: '/',
    shows: 'You cannot be heard',
    recording: { ...data.recording, silentSource: 'microphone', journal: { state: 'weak', usedShare: 0.1 } },
  },
  'recording-unkept': {
    path: '/',
    shows: 'cannot be stored',
    recording: { ...data.recording, journal: { state: 'failed', usedShare: 0.1 } },
  },
  'recording-microphone': {
    path: '/',
    shows: 'Microphone volume',
    recording: data.recording,
    clicks: [button('Change microphone')],
  },
  'recording-discard': {
    path: '/',
    shows: 'cannot be undone',
    recording: data.recording,
    clicks: [button('Discard')],
  },
  'recording-others': {
    path: '/',
    shows: 'Another person’s recording is running',
    recording: { ...data.recording, account: 'ben@clinic.example' },
  },
  'recording-elsewhere': {
    path: '/',
    shows: 'already in progress elsewhere',
    recording: { ...data.dictating, elsewhere: true },
  },
  dictating: { path: '/', shows: 'about six hours', recording: data.dictating },
  'session-visits': {
    path: '/',
    shows: 'waiting to be sent',
    waiting: [
      { ...data.finished, startedAt: data.at(20) },
      { ...data.finished, id: data.ids.report, startedAt: data.at(75), weak: true, consented: true },
      { ...data.finished, id: data.ids.failed, startedAt: data.at(130), patient: null, sentShare: 0.4 },
    ],
    visits: [{ transcriptId: data.ids.transcript, patient: data.maya, elapsedMs: 900_000 }],
  },
  'several-notes': {
    path: '/several',
    shows: 'Write 2 notes',
    transcripts: 'ready',
  },
  'several-notes-none': { path: '/several', shows: 'No visit waits for a note', transcripts: 'none' },
  'session-next-visit': {
    path: '/',
    shows: 'New visit',
    recording: data.recording,
    clicks: [button('Finish'), button('Close')],
  },
  waiting: { path: '/', shows: 'An unfinished recording', waiting: [data.waiting] },
  'waiting-missing': {
    path: '/',
    shows: 'Part not sent: 6.4 s',
    waiting: [data.partlySent],
  },
  'waiting-missing-erase': {
    path: '/',
    shows: 'You keep the transcript',
    waiting: [data.partlySent],
    clicks: [button('Erase')],
  },
  'choose-missing': {
    path: '/',
    shows: 'is missing from this transcript',
    recording: data.recording,
    missing: data.partlySent.sentWithout,
    clicks: [button('Finish')],
  },
  'recording-unread': {
    path: '/',
    shows: 'cannot be read from',
    recording: {
      ...data.recording,
      problems: {
        reading:
          'A part of this recording cannot be read from this computer’s disk, so this part was not sent: 6.4 s, at 03:12 and 10:00. The recording stays on this computer. After you press Finish, you can try again or erase the recording in the list of waiting recordings.',
      },
    },
  },
  'waiting-closed': {
    path: '/',
    shows: 'can be opened when the server is available again',
    waiting: [{ ...data.waiting, patient: null, access: 'offline' }],
  },
  'waiting-transcribing': {
    path: '/',
    shows: 'Transcribing, 40 %',
    waiting: [data.waiting],
    stuck: true,
    clicks: [button('Transcribe')],
  },
  'waiting-erase': {
    path: '/',
    shows: 'cannot be undone',
    waiting: [data.waiting],
    clicks: [button('Erase')],
  },
  choose: { path: '/choose', shows: 'DAP note', draft: typed },
  'choose-chosen': {
    path: '/choose',
    shows: 'DAP note',
    draft: typed,
    clicks: [{ role: 'radio', name: 'Individual session note' }],
  },
  'choose-loading': { path: '/choose', shows: 'Choose a template', draft: typed, layouts: 'never' },
  'choose-none': { path: '/choose', shows: 'No templates yet', draft: typed, layouts: 'none' },
  'choose-failed': { path: '/choose', shows: 'could not read', draft: typed, layouts: 'fail' },
  templates: { path: '/templates', shows: 'DAP note' },
  generating: { path: `/reports/${data.ids.generating}`, shows: 'about six hours' },
  report: { path: `/reports/${data.ids.report}`, shows: 'Left empty' },
  'report-quotes': { path: `/reports/${data.ids.report}`, shows: '23:41', clicks: [button('2 quotes for Sleep')] },
  'report-editing': {
    path: `/reports/${data.ids.report}`,
    shows: 'Cancel',
    waitsFor: '[contenteditable="true"]',
    clicks: [button('Edit Sleep')],
  },
  'report-failed': { path: `/reports/${data.ids.failed}`, shows: 'did not answer' },
  fill: { path: `/reports/${data.ids.report}/fill`, shows: 'PHQ-9' },
  'fill-done': {
    path: `/reports/${data.ids.report}/fill`,
    shows: 'After the last fill',
    clicks: [button('Fill 3 fields')],
  },
  'fill-one-undone': {
    path: `/reports/${data.ids.report}/fill`,
    shows: '2 of 3 values',
    clicks: [button('Fill 3 fields'), button('Undo Mood alone')],
  },
  'fill-other': {
    path: `/reports/${data.ids.report}/fill`,
    shows: 'Another patient',
    page: { status: 'ready', reading: otherChart },
    plan: { ...data.plan, patient: otherChart.patient },
  },
  'fill-unknown': {
    path: `/reports/${data.ids.report}/fill`,
    shows: 'does not show',
    plan: { ...data.plan, patient: null },
  },
  reports: { path: '/reports', shows: 'Referral scan' },
  'reports-none': { path: '/reports', shows: 'No reports yet', reports: 'none', page: noChart },
  'reports-none-of-patient': { path: '/reports', shows: 'Show all patients', reports: 'none' },
  'reports-away': { path: '/reports', shows: 'The server does not answer', away: true },
  transcripts: { path: '/transcripts', shows: 'Phone call' },
  'transcripts-none': { path: '/transcripts', shows: 'No transcripts yet', transcripts: 'none', page: noChart },
  'transcripts-none-of-patient': { path: '/transcripts', shows: 'Show all patients', transcripts: 'none' },
  'transcript-naming': {
    path: `/transcripts/${data.ids.transcript}`,
    shows: 'Lists and searches show this name',
    page: noChart,
    clicks: [button('Add the patient’s name')],
  },
  transcript: { path: `/transcripts/${data.ids.transcript}`, shows: 'propranolol' },
  'transcript-other': {
    path: `/transcripts/${data.ids.transcript}`,
    shows: 'Open the chart of',
    page: { status: 'ready', reading: otherChart },
  },
  'transcript-correcting': {
    path: `/transcripts/${data.ids.transcript}`,
    shows: 'Cancel',
    clicks: [button('Correct turn 2')],
  },
  you: { path: '/you', shows: 'You do not belong to an organisation' },
  acting: { path: '/', shows: 'You act as ruth.calder', acting: true },
  notices: { path: '/', shows: 'Notes take longer', notices: true },
  'notice-hidden': {
    path: '/',
    shows: 'Notes take longer',
    notices: true,
    clicks: [button(`Hide: ${data.banners[0]?.text ?? ''}`)],
  },
  'you-acting': {
    path: '/you',
    shows: 'Template changed',
    clicks: [button('Show what administrators did')],
  },
  'you-devices': { path: '/you', shows: 'the front desk' },
  'second-factor': {
    path: '/you',
    shows: 'is sent to your email',
    clicks: [button('Turn on two-step sign-in')],
  },
  'second-factor-refused': {
    path: '/you',
    shows: 'The password is wrong.',
    clicks: [
      button('Turn on two-step sign-in'),
      { role: 'textbox', name: 'Your password', types: 'not this one' },
      { ...button('Turn on'), inDialog: true },
    ],
  },
  'you-organisation': { path: '/you', shows: 'Harbour Street Counseling', organisations: 'one' },
  'you-organisations': {
    path: '/you',
    shows: 'invites you as Therapist',
    organisations: 'several',
    widths: [320, 360, 1200],
  },
  'you-other-rules': {
    path: '/you',
    shows: 'Recovery hold here, too.',
    clicks: [{ role: 'radio', name: 'None' }],
    organisations: 'several',
  },
  'you-away': { path: '/you', shows: 'does not answer', away: true },
  welcome: { path: '/', view: 'welcome', shows: 'Allow the microphone', sources: { permission: 'prompt' } },
  'welcome-without': {
    path: '/',
    view: 'welcome',
    shows: 'choose an example session',
    sources: { permission: 'prompt' },
    clicks: [{ role: 'button', name: 'Continue without a microphone' }],
  },
  'welcome-refused': {
    path: '/',
    view: 'welcome',
    shows: 'does not let Chartside use the microphone',
    sources: { permission: 'denied' },
  },
  'welcome-done': { path: '/', view: 'welcome', shows: 'only then' },
  options: {
    path: '/',
    view: 'options',
    shows: 'Server address',
    waitsFor: 'input[role="combobox"], input[aria-haspopup]',
  },
  'options-managed': {
    path: '/',
    view: 'options',
    shows: 'What may be recorded',
    keptSites: ['ehr.clinic.example'],
    policy: {
      serverUrl: 'https://chartside.clinic.example',
      ehrHosts: ['*.kipuworks.com', 'ehr.clinic.example'],
      captureSources: ['microphone'],
      retention: { audioDays: 1 },
      disabledFeatures: ['sharing'],
      consent: { required: true },
      popupButton: false,
    },
  },
  'awaits-policy': { path: '/', shows: 'Waiting for your organisation', awaitsPolicy: true },
  'awaits-policy-late': { path: '/', shows: 'For your administrator', awaitsPolicy: true },
  'no-seat': {
    path: '/',
    shows: 'You have no seat here',
    organisations: 'one',
    policy: { directoryId: data.invitedDirectory.directoryId },
  },
  'no-seat-tab': {
    path: '/templates',
    inTab: true,
    shows: 'You have no seat here',
    policy: { directoryId: data.invitedDirectory.directoryId },
  },
  'no-seat-account': {
    path: '/you',
    shows: 'Lakeside Day Program',
    organisations: 'several',
    policy: { directoryId: data.invitedDirectory.directoryId },
  },
  'options-policy-invalid': {
    path: '/',
    view: 'options',
    shows: 'contain errors',
    policy: { captureSources: ['mic'], ehrHost: ['ehr.clinic.example'] },
  },
  'session-update-needed': {
    path: '/',
    shows: 'Update now',
    policy: { minimumVersion: '9.0' },
  },
  'session-page-refused': {
    path: '/',
    shows: 'Page not allowed',
    page: {
      status: 'unreadable',
      message: 'Your organisation does not allow Chartside on this page.',
      line: 'Chartside may not read north.ehr.example. Add it to "ehrHosts": ["north.ehr.example"].',
    },
  },
  'session-policy-invalid': {
    path: '/',
    shows: 'contain errors',
    policy: { captureSources: ['mic'], models: ['first'] },
  },
  'sign-in-policy-invalid': {
    path: '/',
    shows: 'have an error (signInMethods)',
    account: { status: 'signed-out', ended: false },
    policy: { signInMethods: ['password'] },
  },
  'no-seat-invalid': {
    path: '/',
    shows: 'The settings have an error',
    policy: { directoryId: 'North clinic' },
  },
  'session-managed': {
    path: '/',
    shows: 'does not allow recording the sound of a tab',
    policy: { captureSources: ['microphone'] },
  },
  'session-consent': {
    path: '/',
    shows: 'The patient agrees',
    policy: { consent: { required: true, text: 'The patient agrees that this visit is recorded.', version: 2 } },
    clicks: [button('Record session')],
  },
  'recording-withdrawn': {
    path: '/',
    shows: 'may keep what was recorded',
    recording: data.recording,
    policy: { consent: { required: true } },
    clicks: [button('Consent withdrawn')],
  },
  'sign-in-managed': {
    path: '/',
    shows: 'does not allow signing in',
    account: { status: 'signed-out', ended: false },
    policy: {
      signInMethods: ['microsoft'],
      disabledFeatures: ['registration'],
      serverUrl: 'https://chartside.example',
    },
  },
  'options-sites': {
    path: '/',
    view: 'options',
    shows: 'Kept sites',
    keptSites: ['ehr.clinic.example', 'notes.elsewhere.example'],
    dayOrders: { 'intake.example': 'day', 'a-host-with-a-long-name.records.example': 'month' },
  },
  'session-plain-site': {
    path: '/',
    shows: 'Ready to record',
    page: { status: 'ready', reading: { ...data.reading, source: 'other', url: 'http://ehr.clinic.example/chart/12' } },
  },
  'session-other-site': {
    path: '/',
    shows: 'Keep this site',
    page: {
      status: 'ready',
      reading: { ...data.reading, source: 'other', url: 'https://ehr.clinic.example/chart/12' },
    },
  },
  'options-saved': { path: '/', view: 'options', shows: 'answers at this address', clicks: [button('Check and save')] },
  'options-not-allowed': {
    path: '/',
    view: 'options',
    shows: 'is not allowed to use the microphone',
    sources: { permission: 'denied' },
  },
  'sign-out': { path: '/you', shows: 'Text that you have not yet used', clicks: [button('Sign out')] },
  ...accountScenes,
  ...pageScenes,
  ...layoutScenes,
  ...reportScenes,
  ...templateScenes,
  ...editFieldScenes,
}
