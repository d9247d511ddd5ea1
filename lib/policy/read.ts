import { managedPolicy, type Policy, type PolicyKey, policyFeatures, policyKeys } from '../contracts/policy.ts'
import { isPolicyKey, requirementOf, unknownKey } from './faults.ts'

export interface PolicyProblem {
  key: string
  message: string
}

export interface PolicyReading {
  managed: boolean
  policy: Policy
  currentDirectoryId?: string
  /** Lists of hosts of pages. Each organisation (directory) whose rules hold has one. Absent: all hosts are allowed. */
  directoryHosts?: readonly (readonly string[])[]
  problems: PolicyProblem[]
  /** The version of this extension. Absent: it is not known, and older than every required one. */
  version?: string
  /**
   * True: the organisation has installed the extension, and the browser has not delivered its policy yet. Until then,
   * every action is refused.
   */
  awaited?: true
}

export const noPolicy: PolicyReading = { managed: false, policy: {}, problems: [] }

/**
 * The most restrictive value of each key. It is used if the value of the key is invalid. An address of '' allows no
 * server. The retention is one day, because a mistake in a policy must not erase what was recorded today.
 */
const strictest: Required<Policy> = {
  serverUrl: '',
  directoryId: '',
  ehrHosts: [],
  captureSources: [],
  retention: { audioDays: 1, transcriptDays: 1 },
  signInMethods: [],
  disabledFeatures: [...policyFeatures],
  models: [],
  consent: { required: true, text: '', version: 1 },
  popupButton: false,
  requireCopies: true,
  minimumVersion: '99999',
  dataHosts: [],
  expectedKeys: [],
}

function setKey<Key extends PolicyKey>(policy: Policy, key: Key, value: Policy[Key]): void {
  policy[key] = value
}

/**
 * Reads a policy. An invalid key is reported, and its most restrictive value is used. An unknown key is reported, too.
 * It may be misspelled, and without the report nobody would notice that the intended restriction is missing.
 * `packageServer`: the only server that the package knows, or null. A policy with another server allows no server.
 */
export function readPolicy(raw: unknown, packageServer: string | null = null): PolicyReading {
  const reading = readKeys(raw)
  if (packageServer === null) return reading
  const { serverUrl } = reading.policy
  if (serverUrl === undefined || serverUrl === packageServer)
    return { ...reading, managed: true, policy: { ...reading.policy, serverUrl: packageServer } }
  // An invalid address is reported already. Its value is ''.
  const problem = { key: 'serverUrl', message: `This package of Chartside works only with ${packageServer}.` }
  const problems = serverUrl === '' ? reading.problems : [...reading.problems, problem]
  return { ...reading, policy: { ...reading.policy, serverUrl: strictest.serverUrl }, problems }
}

function readKeys(raw: unknown): PolicyReading {
  if (raw === undefined || raw === null) return noPolicy
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    return {
      managed: true,
      policy: { ...strictest },
      problems: [{ key: 'policy', message: 'The policy must be a JSON object.' }],
    }
  }
  const names = Object.keys(raw)
  if (names.length === 0) return noPolicy
  const policy: Policy = {}
  const problems: PolicyProblem[] = names
    .filter((name) => !isPolicyKey(name))
    .map((key) => ({ key, message: unknownKey(key) }))
  for (const key of policyKeys) {
    if (!names.includes(key)) continue
    const parsed = managedPolicy.shape[key].safeParse(Reflect.get(raw, key))
    if (parsed.success) Object.assign(policy, { [key]: parsed.data })
    else {
      problems.push({ key, message: requirementOf(key) })
      setKey(policy, key, strictest[key])
    }
  }
  // Chromium drops a value of the wrong type before an extension can see it. Then only the list `expectedKeys` shows
  // that the key is missing.
  for (const key of policy.expectedKeys ?? []) {
    if (names.includes(key)) continue
    if (!isPolicyKey(key)) {
      problems.push({ key, message: unknownKey(key) })
      continue
    }
    const reason = 'Its name is misspelled in the policy, or its value has the wrong type.'
    problems.push({ key, message: `${key} does not arrive. ${reason} ${requirementOf(key)}` })
    setKey(policy, key, strictest[key])
  }
  return { managed: true, policy, problems }
}
