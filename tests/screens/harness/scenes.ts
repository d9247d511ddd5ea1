import { draftOf, emptySession } from '../../../components/panel/working-session.ts'
import * as data from './data.ts'
import type { Scene } from './ports.ts'

const typed = draftOf({
  ...emptySession,
  text: 'Sleep is better, about six hours most nights. Wakes around four, worried about work. Denies thoughts of self-harm.',
  patient: data.maya,
})
const otherChart = { ...data.reading, patient: { name: 'Ines Varga', identifier: '004790' } }

const button = (name: string) => ({ role: 'button', name })

export interface Shown extends Scene {
  path: string
  /** Clicked one after the other before the picture. */
  clicks?: { role: string; name: string }[]
}

/** Every screen and every face of it that is looked at. */
export const scenes: Record<string, Shown> = {
  'sign-in': { path: '/', account: { status: 'signed-out', ended: false } },
  'sign-in-ended': { path: '/', account: { status: 'signed-out', ended: true } },
  'sign-in-away': { path: '/', account: { status: 'signed-out', ended: false }, away: true },
  register: { path: '/', account: { status: 'signed-out', ended: false }, clicks: [button('Create an account')] },
  starting: { path: '/', account: { status: 'unknown' } },
  session: { path: '/' },
  'session-typed': { path: '/', draft: typed },
  'session-no-chart': {
    path: '/',
    page: { status: 'unreadable', message: 'Open a patient in your EHR.' },
    sources: { tab: null },
  },
  'session-not-allowed': { path: '/', sources: { permission: 'denied' } },
  'session-no-engine': { path: '/', engine: false },
  'session-away': { path: '/', away: true, draft: typed },
  microphone: { path: '/', clicks: [button('Microphone')] },
  recording: { path: '/', recording: data.recording },
  'recording-troubled': {
    path: '/',
    page: { status: 'ready', reading: otherChart },
    recording: {
      ...data.recording,
      saved: 0.62,
      connection: 'offline',
      problem: { stage: 'tab', message: 'The sound of this tab is no longer recorded. The microphone goes on.' },
    },
  },
  'recording-start': {
    path: '/',
    recording: { ...data.recording, elapsedMs: 3000, turns: [], levels: { microphone: 0.1, tab: null }, patient: null },
  },
  choose: { path: '/choose', draft: typed },
  'choose-chosen': { path: '/choose', draft: typed, clicks: [{ role: 'radio', name: 'Individual session note' }] },
  'choose-loading': { path: '/choose', draft: typed, layouts: 'never' },
  'choose-none': { path: '/choose', draft: typed, layouts: 'none' },
  'choose-failed': { path: '/choose', draft: typed, layouts: 'fail' },
  templates: { path: '/templates' },
  generating: { path: `/reports/${data.ids.generating}` },
  report: { path: `/reports/${data.ids.report}` },
  'report-quotes': { path: `/reports/${data.ids.report}`, clicks: [button('2 quotes for Sleep')] },
  'report-editing': { path: `/reports/${data.ids.report}`, clicks: [button('Edit Sleep')] },
  'report-failed': { path: `/reports/${data.ids.failed}` },
  fill: { path: `/reports/${data.ids.report}/fill` },
  'fill-done': { path: `/reports/${data.ids.report}/fill`, clicks: [button('Fill 4 fields')] },
  'fill-other': {
    path: `/reports/${data.ids.report}/fill`,
    page: { status: 'ready', reading: otherChart },
    plan: { ...data.plan, patient: otherChart.patient },
  },
  'fill-unknown': { path: `/reports/${data.ids.report}/fill`, plan: { ...data.plan, patient: null } },
  reports: { path: '/reports' },
  'reports-none': { path: '/reports', reports: 'none' },
  'reports-away': { path: '/reports', away: true },
  you: { path: '/you' },
  'sign-out': { path: '/you', clicks: [button('Sign out')] },
}
