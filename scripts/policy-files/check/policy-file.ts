import { policyKeys } from '../../../lib/contracts/index.ts'
import { nearest } from '../../../lib/policy/faults.ts'
import { firefoxId } from '../firefox.ts'
import { originLists, updatePath } from '../rollout.ts'
import { errorIn, type Finding } from './findings.ts'
import { type JsonDocument, JsonFault, type Path, readJson } from './json.ts'

export interface PolicyFile {
  name: string
  document: JsonDocument
  /**
   * `settings`: only the settings of Chartside, as `--policy` takes them. `chromium`: a file for the folder of Chrome or
   * Chromium on Linux. `firefox`: a `policies.json`.
   */
  kind: 'settings' | 'chromium' | 'firefox'
  policies: Readonly<Record<string, unknown>>
  path: Path
}

export type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const membersOf = (value: unknown): Members => (isObject(value) ? value : {})

/** The policies of browsers that concern extensions. A misspelled one of these would have no effect. */
const ourPolicies = [
  '3rdparty',
  'ExtensionSettings',
  'ExtensionInstallForcelist',
  'ExtensionInstallBlocklist',
  ...originLists,
]

const hasOurKeys = (value: unknown): boolean =>
  Object.keys(membersOf(value)).some(
    (name) => (policyKeys as string[]).includes(name) || nearest(name, policyKeys) !== null,
  )

function kindOf(value: Members): PolicyFile['kind'] {
  if ('policies' in value) return 'firefox'
  // The names of the browser's policies begin with a capital letter or a digit.
  const isBrowser = Object.keys(value).some((name) => /^[A-Z\d]/.test(name))
  return isBrowser && !hasOurKeys(value) ? 'chromium' : 'settings'
}

export function readPolicyFile(name: string, text: string): PolicyFile | Finding {
  let document: JsonDocument
  try {
    document = readJson(text)
  } catch (error) {
    if (error instanceof JsonFault) return errorIn(name, error.place, error.message)
    throw error
  }
  const { value } = document
  if (!isObject(value))
    return errorIn(name, document.placeOf([]), 'The file must contain an object. Example: {"popupButton": false}')
  const kind = kindOf(value)
  const policies = kind === 'settings' ? {} : kind === 'firefox' ? membersOf(value.policies) : value
  return { name, document, kind, policies, path: kind === 'firefox' ? ['policies'] : [] }
}

export interface ExtensionPolicy {
  extensionId: string
  value: unknown
  path: Path
}

const extensionsName = ({ kind }: PolicyFile) => (kind === 'firefox' ? 'Extensions' : 'extensions')

export function extensionPolicies(file: PolicyFile): ExtensionPolicy[] {
  if (file.kind === 'settings') return [{ extensionId: '', value: file.document.value, path: [] }]
  const name = extensionsName(file)
  const extensions = membersOf(membersOf(file.policies['3rdparty'])[name])
  return Object.entries(extensions).map(([extensionId, value]) => ({
    extensionId,
    value,
    path: [...file.path, '3rdparty', name, extensionId],
  }))
}

/**
 * Returns the ids of extensions that are Chartside, as far as the file shows it. The only extension of a file is taken
 * for Chartside.
 */
export function chartsideIds(file: PolicyFile): string[] {
  const byAddress = Object.entries(membersOf(file.policies.ExtensionSettings))
    .filter(([, value]) => String(membersOf(value).update_url ?? '').includes(updatePath))
    .map(([id]) => id)
  const bySettings = extensionPolicies(file)
    .filter(({ extensionId, value }) => extensionId === firefoxId || hasOurKeys(value))
    .map(({ extensionId }) => extensionId)
  const recognized = [...byAddress, ...bySettings].filter((id) => id !== '')
  if (recognized.length > 0) return [...new Set(recognized)]
  const candidates = [
    ...Object.keys(membersOf(file.policies.ExtensionSettings)),
    ...extensionPolicies(file).map(({ extensionId }) => extensionId),
  ].filter((id) => id !== '' && id !== '*')
  return new Set(candidates).size === 1 ? candidates.slice(0, 1) : []
}

export function nameFindings(file: PolicyFile): Finding[] {
  const { document, policies, name, path } = file
  const twice = document.repeated.map((part) =>
    errorIn(
      name,
      document.placeOf(part),
      `${String(part.at(-1))} is set twice. The browser uses only the last one. Write it once.`,
    ),
  )
  if (file.kind === 'settings') return twice
  const misspelled = (list: readonly string[], names: readonly string[], parent: Path) =>
    names.flatMap((each) => {
      // Browsers have policies with similar names, so only few letters may differ.
      const nearName = nearest(each, list, 2)
      if (nearName === null || list.includes(each)) return []
      const place = document.placeOf([...parent, each])
      return errorIn(name, place, `The browser has no policy ${each}. Write ${nearName}. Example: {"${nearName}": …}`)
    })
  const third = Object.keys(membersOf(policies['3rdparty']))
  return [
    ...twice,
    ...misspelled(ourPolicies, Object.keys(policies), path),
    ...misspelled([extensionsName(file)], third, [...path, '3rdparty']),
  ]
}
