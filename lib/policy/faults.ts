import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { signInMethods } from '../contracts/directory.ts'
import { captureSources, managedPolicy, type PolicyKey, policyFeatures, policyKeys } from '../contracts/policy.ts'

const valid: Record<PolicyKey, { must: string; example: unknown }> = {
  serverUrl: {
    must: 'an address that begins with https:// and has no path',
    example: 'https://clinic.example',
  },
  directoryId: { must: 'the id of a directory', example: '6f1cbb3e-6b0a-4d4c-9d54-0f3a2c1f7c11' },
  ehrHosts: {
    must: 'a list of host names in small letters, without https:// and without a path',
    example: ['ehr.example', '*.ehr.example'],
  },
  captureSources: { must: `a list of these words: ${captureSources.join(', ')}`, example: ['microphone', 'tab'] },
  retention: { must: 'an object with numbers of days from 1 to 3650', example: { audioDays: 3, transcriptDays: 7 } },
  signInMethods: { must: `a list of these words: ${signInMethods.join(', ')}`, example: ['email', 'microsoft'] },
  disabledFeatures: { must: `a list of these words: ${policyFeatures.join(', ')}`, example: ['registration'] },
  models: { must: 'a list of whole numbers from 0 to 14', example: [0, 1] },
  consent: {
    must: 'an object with required (true or false), text and version',
    example: { required: true, text: 'The patient agrees to the recording.', version: 1 },
  },
  popupButton: { must: 'true or false', example: false },
  requireCopies: { must: 'true or false', example: true },
  minimumVersion: { must: 'a version, as numbers with dots between them', example: '1.2.0' },
  dataHosts: {
    must: 'a list of host names in small letters, without https:// and without a path',
    example: ['backup.clinic.example'],
  },
  expectedKeys: { must: 'a list of the names of the keys in this policy', example: ['serverUrl', 'ehrHosts'] },
}

const exampleOf = (key: PolicyKey): string => `"${key}": ${JSON.stringify(valid[key].example)}`

export const requirementOf = (key: PolicyKey): string => `${key} must be ${valid[key].must}. Example: ${exampleOf(key)}`

/**
 * Returns the word of a list that is spelled most like another word. Null: no word is similar, or the word is in the
 * list. `apartMax`: letters in which the two may differ. Without it, a third of the word.
 */
export function nearest<Word extends string>(word: string, list: readonly Word[], apartMax?: number): Word | null {
  const small = word.toLowerCase()
  const limitOf = (each: string) => apartMax ?? Math.max(1, Math.floor(each.length / 3))
  const [first] = list
    .map((each) => ({ each, apart: distance(small, each.toLowerCase()) }))
    .filter(({ each, apart: distance }) => each !== word && distance <= limitOf(each))
    .sort((one, otherWord) => one.apart - otherWord.apart)
  return (list as readonly string[]).includes(word) ? null : (first?.each ?? null)
}

export const isPolicyKey = (name: string): name is PolicyKey => (policyKeys as string[]).includes(name)
const didYouMean = (word: string, list: readonly string[]): string => {
  const suggestion = nearest(word, list)
  return suggestion === null ? '' : ` Write ${suggestion}.`
}

export interface PolicyFault {
  key: string
  path: readonly PropertyKey[]
  message: string
}

export function unknownKey(name: string): string {
  const suggestion = nearest(name, policyKeys)
  const names = policyKeys.join(', ')
  const advice =
    suggestion === null
      ? `Remove it, or write one of: ${names}.`
      : `Write ${suggestion}. Example: ${exampleOf(suggestion)}`
  return `Chartside has no setting ${name}. ${advice}`
}

/** Says in which words a value breaks its rule. The texts of the validator are for programmers, and are not used. */
function faultOf(key: PolicyKey, value: unknown, issue: z.core.$ZodIssue): PolicyFault[] {
  const path = [key, ...issue.path]
  const part = issue.path.reduce<unknown>((container, name) => Reflect.get(Object(container), name), value)
  const requirement = requirementOf(key)
  if (issue.code === 'unrecognized_keys') {
    const names = Object.keys(Object(valid[key].example))
    return issue.keys.map((name) => ({
      key,
      path: [...path, name],
      message: `${key} has no part ${name}.${didYouMean(name, names)} ${requirement}`,
    }))
  }
  const words = issue.code === 'invalid_value' ? issue.values.map(String) : []
  const spelling = typeof part === 'string' ? didYouMean(part, words) : ''
  const mistake =
    typeof part === 'string' || typeof part === 'number' ? `${JSON.stringify(part)} is not valid.${spelling} ` : ''
  return [{ key, path, message: `${mistake}${requirement}` }]
}

export function faultsOf(key: PolicyKey, value: unknown): PolicyFault[] {
  const parsedValue = managedPolicy.shape[key].safeParse(value)
  return parsedValue.success ? [] : parsedValue.error.issues.flatMap((issue) => faultOf(key, value, issue))
}

export function policyFaults(settings: Readonly<Record<string, unknown>>): PolicyFault[] {
  const names = Object.keys(settings)
  const expectedKeys = Array.isArray(settings.expectedKeys) ? settings.expectedKeys : []
  return [
    ...names.flatMap((name) =>
      isPolicyKey(name) ? faultsOf(name, settings[name]) : [{ key: name, path: [name], message: unknownKey(name) }],
    ),
    ...expectedKeys.flatMap((name, index) => {
      if (typeof name !== 'string' || names.includes(name)) return []
      const suggestion = isPolicyKey(name) ? null : nearest(name, policyKeys)
      const message = `expectedKeys names ${name}, but the file does not set it. ${suggestion === null ? 'Set it, or remove the name.' : `Write ${suggestion}.`}`
      return [{ key: 'expectedKeys', path: ['expectedKeys', index], message }]
    }),
  ]
}
