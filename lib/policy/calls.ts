import { directoryEndpoints } from '../contracts/endpoints/directories.ts'
import { oauthEndpoints } from '../contracts/endpoints/oauth.ts'
import { publicEndpoints } from '../contracts/endpoints/public.ts'
import { signInEndpoints } from '../contracts/endpoints/sign-in.ts'
import { templateEndpoints } from '../contracts/endpoints/templates.ts'
import { transcriptFileEndpoints } from '../contracts/endpoints/transcript-files.ts'
import { userEndpoints } from '../contracts/endpoints/user.ts'
import type { Endpoint } from '../contracts/index.ts'
import { needsSeat, seatHeader } from '../contracts/seat.ts'
import type { PolicyAction } from './action.ts'
import { demand } from './allows.ts'
import type { PolicyReading } from './read.ts'

export interface OutgoingCall {
  endpoint: Endpoint
  url: string
  input: unknown
}

const part = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function modelsIn(template: unknown): PolicyAction[] {
  const fields = part(template, 'fields')
  if (!Array.isArray(fields)) return []
  const slots = fields.map((field) => part(field, 'model') ?? 0)
  return [...new Set(slots)].flatMap((slot) => (typeof slot === 'number' ? [{ kind: 'model', slot }] : []))
}

const email: PolicyAction = { kind: 'sign-in', method: 'email' }
const phone: PolicyAction = { kind: 'sign-in', method: 'phone' }
const feature = (name: Extract<PolicyAction, { kind: 'feature' }>['feature']): PolicyAction => ({
  kind: 'feature',
  feature: name,
})

function oneTimeCode(body: unknown): PolicyAction {
  if (part(body, 'phone') !== undefined) return phone
  return part(body, 'email') === undefined ? feature('portal') : email
}

const governed = new Map<Endpoint, (body: unknown) => PolicyAction[]>([
  [publicEndpoints.register, () => [feature('registration'), email]],
  [signInEndpoints.confirmRegistration, () => [feature('registration'), email]],
  [publicEndpoints.loginEmail, () => [email]],
  [signInEndpoints.startPasswordReset, () => [email]],
  [publicEndpoints.loginPhone, () => [phone]],
  [signInEndpoints.startPasswordResetByPhone, () => [phone]],
  [oauthEndpoints.getGoogleUrl, () => [{ kind: 'sign-in', method: 'google' }]],
  [oauthEndpoints.signInWithGoogle, () => [{ kind: 'sign-in', method: 'google' }]],
  [oauthEndpoints.getMicrosoftUrl, () => [{ kind: 'sign-in', method: 'microsoft' }]],
  [oauthEndpoints.signInWithMicrosoft, () => [{ kind: 'sign-in', method: 'microsoft' }]],
  [oauthEndpoints.getAppleUrl, () => [{ kind: 'sign-in', method: 'apple' }]],
  [oauthEndpoints.signInWithApple, () => [{ kind: 'sign-in', method: 'apple' }]],
  [signInEndpoints.generateOneTimeCode, (body) => [oneTimeCode(body)]],
  [transcriptFileEndpoints.submitTranscriptFile, () => [feature('files')]],
  [transcriptFileEndpoints.retryTranscriptFile, () => [feature('files')]],
  [userEndpoints.createReport, () => [{ kind: 'version' }]],
  [userEndpoints.createGroupReports, () => [{ kind: 'version' }]],
  [templateEndpoints.shareLayout, () => [feature('sharing')]],
  [userEndpoints.createLayout, (body) => modelsIn(body)],
  [userEndpoints.updateLayout, (body) => modelsIn(part(body, 'layout'))],
  [templateEndpoints.generateExamples, (body) => modelsIn(part(body, 'template'))],
  [
    directoryEndpoints.chooseDirectory,
    (body) => {
      const directoryId = part(body, 'directoryId')
      return [{ kind: 'directory', directoryId: typeof directoryId === 'string' ? directoryId : null }]
    },
  ],
])

/** Throws a `PolicyRefusal` if the policy does not allow a request. `server`: the server in the settings. */
export function demandCall(reading: PolicyReading, { endpoint, url, input }: OutgoingCall, server: string): void {
  demand(reading, { kind: 'connect', url, server })
  if (needsSeat(endpoint)) demand(reading, { kind: 'work' })
  for (const action of governed.get(endpoint)?.(part(input, 'body')) ?? []) demand(reading, action)
}

/**
 * Returns the header with which the server refuses a call of a person who has no seat in the directory of the policy.
 */
export const seatHeaders = ({ policy }: PolicyReading, endpoint: Endpoint): Record<string, string> =>
  policy.directoryId !== undefined && needsSeat(endpoint) ? { [seatHeader]: policy.directoryId } : {}
