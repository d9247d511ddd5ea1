import { z } from 'zod'
import { signInMethods } from './directory.ts'
import { limits } from './limits.ts'

/** The sources from which a recording can get sound. */
export const captureSources = ['microphone', 'tab'] as const
export type CaptureSource = (typeof captureSources)[number]

export const policyFeatures = [
  'registration',
  'dictation',
  'files',
  'fill',
  'sharing',
  'keep-sites',
  'portal',
  'speech-terms',
  'field-names',
  'recording-copies',
] as const
export type PolicyFeature = (typeof policyFeatures)[number]

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns true for a valid address of a server. Plain HTTP is allowed only for a server on this computer. On a network,
 * other people could read passwords and sessions that are sent over plain HTTP.
 */
function isServerAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, pathname, search, hash, username } = new URL(address)
  const isBare = pathname === '/' && search === '' && hash === '' && username === ''
  return isBare && (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname)))
}

export const hostPattern = z
  .string()
  .max(253)
  .regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'Use a host name, for example ehr.example or *.ehr.example.')
/** The version of a browser extension: up to four numbers with dots between them. */
export const versionPattern = /^\d{1,5}(?:\.\d{1,5}){0,3}$/
const days = z.number().int().min(1).max(3650)

export const policyConsent = z.strictObject({
  required: z.boolean().describe('True: a recording starts only after the clinician has confirmed the consent.'),
  text: z.string().max(limits.instructionsMax).default('').describe('What the clinician confirms. Plain text.'),
  version: z.number().int().min(1).default(1).describe('Raise this number whenever the text changes.'),
})
export type PolicyConsent = z.infer<typeof policyConsent>

const policyRetention = z.strictObject({
  audioDays: days.optional().describe('Days after which audio that was not sent is erased from the device.'),
  transcriptDays: days.optional().describe('Days after which typed or dictated text without a note is erased.'),
})

/**
 * The policy that the administrator of the computers sets in the browser (product 13.1). The descriptions of the keys
 * are for this administrator: the extension's managed schema is made from them.
 */
export const managedPolicy = z.strictObject({
  serverUrl: z
    .string()
    .refine(isServerAddress, 'Use an address that begins with https://, without a path.')
    .transform((address) => new URL(address).origin)
    .optional()
    .describe('The address of the Chartside server. Users cannot change it.'),
  directoryId: z.uuid().optional().describe('The id of the directory in which users must work.'),
  ehrHosts: z
    .array(hostPattern)
    .max(500)
    .optional()
    .describe('Hosts of the pages that may be read and filled, for example ehr.example or *.ehr.example.'),
  captureSources: z
    .array(z.enum(captureSources))
    .optional()
    .describe('Sources that may be recorded: microphone, tab. Every recording needs the microphone.'),
  retention: policyRetention.optional().describe('How long audio and text may stay on the device.'),
  signInMethods: z
    .array(z.enum(signInMethods))
    .optional()
    .describe('Ways to sign in: email (password and codes by mail), phone, google, microsoft, apple.'),
  disabledFeatures: z
    .array(z.enum(policyFeatures))
    .optional()
    .describe(`Features that are turned off: ${policyFeatures.join(', ')}.`),
  models: z
    .array(z.number().int().min(0).max(limits.modelSlotMax))
    .optional()
    .describe('Numbers of the models that templates may use, 0 to 14.'),
  consent: policyConsent.optional().describe('The consent step before a recording.'),
  popupButton: z.boolean().optional().describe('False: no Chartside button in the popup windows of AdvancedMD.'),
  requireCopies: z
    .boolean()
    .optional()
    .describe('True: the panel asks for an encrypted copy of each recording that could not be sent for an hour.'),
  minimumVersion: z
    .string()
    .regex(versionPattern)
    .optional()
    .describe('Older versions of Chartside record, write and fill nothing, for example 1.2.0.'),
  dataHosts: z
    .array(hostPattern)
    .max(500)
    .optional()
    .describe('Further hosts to which data may be sent. Without this key: the server only.'),
  expectedKeys: z
    .array(z.string().max(100))
    .max(100)
    .optional()
    .describe('The names of the keys in this policy. A named key that does not arrive counts as invalid.'),
})

export type Policy = z.output<typeof managedPolicy>
export type PolicyKey = keyof Policy
export const policyKeys = Object.keys(managedPolicy.shape) as PolicyKey[]
