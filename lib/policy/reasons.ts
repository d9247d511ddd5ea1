import type { PolicyKey } from '../contracts/policy.ts'
import type { PolicyAction } from './action.ts'
import type { PolicyProblem, PolicyReading } from './read.ts'

type Kind = PolicyAction['kind']

interface Reason<Action> {
  keys: readonly PolicyKey[]
  change: (action: Action, reading: PolicyReading) => string
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'this address')
const setting = (key: PolicyKey, example: unknown) => `"${key}": ${JSON.stringify(example)}`

const reasons: { [K in Kind]: Reason<Extract<PolicyAction, { kind: K }>> } = {
  connect: {
    keys: ['serverUrl', 'dataHosts'],
    change: ({ url }) =>
      `may not send data to ${hostOf(url)}. Correct "serverUrl", or add ${setting('dataHosts', [hostOf(url)])}.`,
  },
  'change-server': {
    keys: ['serverUrl'],
    change: (_action, { policy }) => `works only with ${policy.serverUrl || 'no server'}. Correct "serverUrl".`,
  },
  directory: {
    keys: ['directoryId'],
    change: (_action, { policy }) => `works only in the organisation ${policy.directoryId}. Correct "directoryId".`,
  },
  work: {
    keys: ['directoryId'],
    change: (_action, { policy }) =>
      `may be used only with a seat in the organisation ${policy.directoryId}. Invite this person in the portal (Organisation, People), or correct "directoryId".`,
  },
  version: {
    keys: ['minimumVersion'],
    change: (_action, { policy, version }) =>
      `is version ${version ?? 'unknown'} here. Publish version ${policy.minimumVersion} or a newer one at the update address, or correct "minimumVersion".`,
  },
  page: {
    keys: ['ehrHosts', 'directoryId'],
    change: ({ host }, { policy }) =>
      policy.ehrHosts === undefined
        ? `may not read ${host}. Add it in the portal (Organisation, Settings).`
        : `may not read ${host}. Add it to ${setting('ehrHosts', [host])}, and to the sites in the portal (Organisation, Settings) if there are any.`,
  },
  capture: {
    keys: ['captureSources'],
    change: ({ source }) =>
      source === 'tab'
        ? `may not record the sound of a tab. Add ${setting('captureSources', ['microphone', 'tab'])}.`
        : `may not record the microphone. Add ${setting('captureSources', ['microphone'])}.`,
  },
  record: {
    keys: ['consent'],
    change: () => 'asks for a consent before each recording. Correct "consent".',
  },
  'sign-in': {
    keys: ['signInMethods'],
    change: ({ method }) => `allows no sign-in with ${method}. Add ${setting('signInMethods', [method])}.`,
  },
  feature: {
    keys: ['disabledFeatures'],
    change: ({ feature }) => `has the feature ${feature} turned off. Remove it from "disabledFeatures".`,
  },
  model: {
    keys: ['models'],
    change: ({ slot }) => `may not use model ${slot}. Add ${setting('models', [slot])}.`,
  },
  'popup-button': {
    keys: ['popupButton'],
    change: () => `shows no button in popup windows. Write ${setting('popupButton', true)}.`,
  },
  'without-copy': {
    keys: ['requireCopies'],
    change: () => `asks for copies of recordings that wait. Write ${setting('requireCopies', false)}.`,
  },
  'keep-audio': {
    keys: ['retention'],
    change: ({ ageDays }) => `erases recordings of ${Math.floor(ageDays)} days. Raise "audioDays" in "retention".`,
  },
  'keep-text': {
    keys: ['retention'],
    change: ({ ageDays }) => `erases text of ${Math.floor(ageDays)} days. Raise "transcriptDays" in "retention".`,
  },
}

export const missingLine =
  'Chartside is installed by policy, but the browser delivers no settings for it. Check the settings of the extension on the page chrome://policy or about:policies.'

export function problemFor({ problems }: PolicyReading, { kind }: PolicyAction): PolicyProblem | null {
  const keys: readonly string[] = reasons[kind].keys
  return problems.find(({ key }) => keys.includes(key)) ?? null
}

export const problemWords = ({ key, message }: PolicyProblem): string =>
  message.includes(key) ? message : `${key}: ${message}`

export const problemLine = (problems: readonly PolicyProblem[]): string =>
  `Chartside policy: ${problems.map(problemWords).join(' · ')}`

export function administratorLine<K extends Kind>(
  reading: PolicyReading,
  action: Extract<PolicyAction, { kind: K }>,
): string {
  if (reading.awaited) return missingLine
  const problem = problemFor(reading, action)
  if (problem !== null) return problemLine([problem])
  const { change }: Reason<typeof action> = reasons[action.kind as K]
  return `Chartside ${change(action, reading)}`
}
