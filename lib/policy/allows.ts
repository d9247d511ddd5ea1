import type { SignInMethod } from '../contracts/directory.ts'
import type { CaptureSource, PolicyConsent, PolicyFeature } from '../contracts/policy.ts'
import { noSeatSentence } from '../contracts/seat.ts'
import type { PolicyAction } from './action.ts'
import type { PolicyProblem, PolicyReading } from './read.ts'
import { administratorLine, problemFor } from './reasons.ts'

const noRefusal = null

const sources: Record<CaptureSource, string> = { microphone: 'the microphone', tab: 'the sound of a tab' }
const features: Record<PolicyFeature, string> = {
  registration: 'new accounts',
  dictation: 'dictation',
  files: 'adding files',
  fill: 'filling pages',
  sharing: 'sharing templates',
  'keep-sites': 'keeping sites',
  portal: 'opening the portal',
  'speech-terms': 'sending names and medicines with a recording',
  'field-names': 'asking a language model for names of fields',
  'recording-copies': 'saving copies of recordings',
}
const methods: Record<SignInMethod, string> = {
  email: 'an email address',
  phone: 'a phone number',
  google: 'Google',
  microsoft: 'Microsoft',
  apple: 'Apple',
}

/**
 * Returns true if a host matches one of the patterns. A pattern is a host, or `*.` and a host, which matches every host
 * below that host.
 */
function matches(host: string, patterns: readonly string[]): boolean {
  const name = host.toLowerCase()
  return patterns.some((pattern) => (pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern))
}

/**
 * Returns the origin of an address. For the address of a socket, returns the origin of the HTTP address. Null: not an
 * address.
 */
const originOf = (url: string): string | null =>
  URL.canParse(url) ? new URL(url.replace(/^ws(s?):/i, 'http$1:')).origin : null

function connect({ policy, managed }: PolicyReading, url: string, server: string): string | null {
  const origin = originOf(url)
  const refusal = managed
    ? 'Your organisation does not allow sending data to this server. Ask your administrator to allow the server.'
    : 'Nothing was sent. Chartside may send data only to the server in its settings. Check the server address in the settings.'
  if (origin === null) return refusal
  if (origin === originOf(policy.serverUrl ?? server)) return noRefusal
  const { hostname, protocol } = new URL(origin)
  return protocol === 'https:' && matches(hostname, policy.dataHosts ?? []) ? noRefusal : refusal
}

function pageRefusal({ policy, directoryHosts }: PolicyReading, host: string): string | null {
  const isAllowed = [policy.ehrHosts, ...(directoryHosts ?? [])].every(
    (hosts) => hosts === undefined || matches(host, hosts),
  )
  return isAllowed ? noRefusal : 'Your organisation does not allow Chartside on this page.'
}

const awaitedWords =
  'Chartside is waiting for the settings of your organisation. Until they arrive, nothing is recorded or sent.'

/** Returns true if the action keeps data on the device. Data is not erased while the limits are unknown. */
const keepsData = ({ kind }: PolicyAction): boolean => kind === 'keep-audio' || kind === 'keep-text'

/**
 * Decides about one action. Returns null if it is allowed, otherwise one sentence for the user. If an error in the policy
 * is the reason, the sentence says so. Depends only on the given policy and on the directory, so the decision is the same
 * without a network.
 */
export function policyAllows(reading: PolicyReading, action: PolicyAction): string | null {
  if (reading.awaited && !keepsData(action)) return awaitedWords
  const refusal = refusalOf(reading, action)
  const problem = refusal === null ? null : problemFor(reading, action)
  return problem === null ? refusal : errorWords(problem)
}

/** The refusal of an action whose key has an error, so that the most restrictive value counts. */
const errorWords = ({ key }: PolicyProblem) =>
  `The Chartside settings of your organisation have an error (${key}), so this is not allowed. Ask your administrator to correct it.`

function refusalOf(reading: PolicyReading, action: PolicyAction): string | null {
  const { policy } = reading
  switch (action.kind) {
    case 'connect':
      return connect(reading, action.url, action.server)
    case 'change-server':
      return policy.serverUrl === undefined
        ? noRefusal
        : 'Your organisation has set the server address, so you cannot change it.'
    case 'directory':
      return policy.directoryId === undefined || action.directoryId === policy.directoryId
        ? noRefusal
        : 'Your organisation does not allow you to switch to another organisation.'
    case 'work':
      return policy.directoryId === undefined || reading.currentDirectoryId === policy.directoryId
        ? noRefusal
        : noSeatSentence
    case 'version':
      return policy.minimumVersion === undefined || !isOlder(reading.version ?? '0', policy.minimumVersion)
        ? noRefusal
        : `Your organisation needs version ${policy.minimumVersion} of Chartside, or a newer one. This is version ${reading.version}.`
    case 'page':
      return refusalOf(reading, { kind: 'work' }) ?? pageRefusal(reading, action.host)
    case 'capture':
      return isListed(policy.captureSources, action.source)
        ? noRefusal
        : `Your organisation does not allow recording ${sources[action.source]}.`
    case 'record':
      return !policy.consent?.required || action.consented === policy.consent.version
        ? noRefusal
        : 'Your organisation allows recording only after the patient has agreed. Confirm that the patient has agreed, then start the recording.'
    case 'sign-in':
      return isListed(policy.signInMethods, action.method)
        ? noRefusal
        : `Your organisation does not allow signing in with ${methods[action.method]}. Sign in another way.`
    case 'feature':
      return policy.disabledFeatures?.includes(action.feature)
        ? `Your organisation does not allow ${features[action.feature]}.`
        : noRefusal
    case 'model':
      return isListed(policy.models, action.slot)
        ? noRefusal
        : 'Your organisation does not allow this model. Choose another model.'
    case 'popup-button':
      return policy.popupButton === false
        ? 'Your organisation does not allow the Chartside button in popup windows of your EHR.'
        : noRefusal
    case 'without-copy':
      return policy.requireCopies ? 'Your organisation asks you to save a copy of this recording.' : noRefusal
    case 'keep-audio':
      return isOld(policy.retention?.audioDays, action.ageDays)
        ? 'Your organisation limits how long recordings may be kept. This recording is older, so it is erased.'
        : noRefusal
    case 'keep-text':
      return isOld(policy.retention?.transcriptDays, action.ageDays)
        ? 'Your organisation limits how long text may be kept. This text is older, so it is erased.'
        : noRefusal
  }
}

const numbersOf = (version: string): number[] => version.split('.').map(Number)

/** Returns true if a version such as `1.2` comes before another one. A missing number counts as 0. */
function isOlder(version: string, minimum: string): boolean {
  const numbers = numbersOf(version)
  const required = numbersOf(minimum)
  const places = Array.from({ length: Math.max(numbers.length, required.length) }, (_, place) => place)
  const apart = places.map((place) => (numbers[place] ?? 0) - (required[place] ?? 0)).find((each) => each !== 0)
  return apart !== undefined && apart < 0
}

const isListed = <Item>(list: readonly Item[] | undefined, item: Item): boolean =>
  list === undefined || list.includes(item)

const isOld = (days: number | undefined, ageDays: number): boolean => days !== undefined && ageDays >= days

const consentWords =
  'The patient knows that this visit is recorded and written down by software, and agrees to this. The patient can take back the agreement at any time.'

export function requiredConsent({ consent }: { consent?: PolicyConsent | null | undefined }): PolicyConsent | null {
  return consent?.required ? { ...consent, text: consent.text || consentWords } : null
}

export class PolicyRefusal extends Error {
  override readonly name = 'PolicyRefusal'
  readonly line: string

  constructor(message: string, line: string) {
    super(message)
    this.line = line
  }
}

/** Throws a `PolicyRefusal` if the policy does not allow the action. */
export function demand(reading: PolicyReading, action: PolicyAction): void {
  const refusal = policyAllows(reading, action)
  if (refusal !== null) throw new PolicyRefusal(refusal, administratorLine(reading, action))
}
