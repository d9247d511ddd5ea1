import { extensionPackage } from '../../../lib/contracts/index.ts'
import { nearest } from '../../../lib/policy/faults.ts'
import { originLists, updateAddressEnd, updatePath } from '../rollout.ts'
import { errorIn, type Finding } from './findings.ts'
import { chartsideIds, extensionPolicies, membersOf, type PolicyFile } from './policy-file.ts'

const modes = ['force_installed', 'normal_installed', 'allowed', 'blocked', 'removed']

const isUpdateAddress = (address: unknown): boolean =>
  typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

export function installationFindings(file: PolicyFile, ids: readonly string[]): Finding[] {
  if (file.kind !== 'chromium') return []
  const { document, policies, name } = file
  const settings = membersOf(policies.ExtensionSettings)
  const settingsOf = new Set(extensionPolicies(file).map(({ extensionId }) => extensionId))
  const at = (...path: PropertyKey[]) => document.placeOf(path)
  return ids.flatMap((id) => {
    const ownFindings: Finding[] = []
    const place = 'ExtensionSettings'
    const isValidId = extensionPackage.shape.id.safeParse(id).success
    const idPlace = id in settings ? at(place, id) : at('3rdparty', 'extensions', id)
    if (!isValidId)
      ownFindings.push(
        errorIn(
          name,
          idPlace,
          `${id} is no id of an extension. An id has 32 letters from a to p. Example: abcdefghijklmnopabcdefghijklmnop`,
        ),
      )
    if (!(id in settings)) return ownFindings
    const { installation_mode: mode, update_url: address } = membersOf(settings[id])
    if (mode !== 'force_installed') {
      const nearMode = nearest(String(mode), modes)
      const sentence =
        mode === undefined ? 'installation_mode is missing.' : `installation_mode is ${JSON.stringify(mode)}.`
      ownFindings.push(
        errorIn(
          name,
          mode === undefined ? idPlace : at(place, id, 'installation_mode'),
          `${sentence} ${nearMode === null || nearMode === 'force_installed' ? '' : 'The browser does not know this word. '}Example: "installation_mode": "force_installed"`,
        ),
      )
    }
    if (!isUpdateAddress(address) || !updateAddressEnd.test(String(address)))
      ownFindings.push(
        errorIn(
          name,
          address === undefined ? idPlace : at(place, id, 'update_url'),
          `update_url must be the address of your server and ${updatePath}. Example: "update_url": "https://chartside.clinic.example${updatePath}"`,
        ),
      )
    for (const list of originLists) {
      const origins = policies[list]
      const origin = `chrome-extension://${id}`
      if (Array.isArray(origins) && origins.some((each) => String(each).replace(/\/$/, '') === origin)) continue
      ownFindings.push(
        errorIn(
          name,
          list in policies ? at(list) : null,
          `${list} must contain the extension. Example: "${list}": ["${origin}"]`,
        ),
      )
    }
    if (settingsOf.has(id))
      ownFindings.push(
        errorIn(
          name,
          at('3rdparty'),
          'The installation and the settings are in one file. Move 3rdparty into a file of its own: an error in the settings must not remove the extension. Example: chartside-install.json and chartside-settings.json',
        ),
      )
    return ownFindings
  })
}

/** The file that the browser uses if two files of a folder set the same policy is the one whose name comes last. */
const lastOf = (one: string, two: string) => (one > two ? one : two)

/**
 * Finds conflicts between a checked file and another file of its folder. Chromium reads every file of the folder,
 * whatever its name ends with. If two files set the same policy, only one of them counts.
 */
export function conflictFindings(file: PolicyFile, neighbor: PolicyFile, ids: readonly string[]): Finding[] {
  if (file.kind !== 'chromium' || neighbor.kind !== 'chromium') return []
  const { document, name } = file
  const commonPolicies = Object.keys(file.policies).filter(
    (policy) => policy !== '3rdparty' && policy in neighbor.policies,
  )
  const [first] = commonPolicies
  const policyFindings =
    first === undefined
      ? []
      : [
          errorIn(
            name,
            document.placeOf([first]),
            `${neighbor.name} sets ${commonPolicies.join(', ')}, too. The browser uses only what is in ${lastOf(name, neighbor.name)}. Put all entries of a policy into one file.`,
          ),
        ]
  const theirs = new Set(extensionPolicies(neighbor).map(({ extensionId }) => extensionId))
  const settings = extensionPolicies(file)
    .filter(({ extensionId }) => theirs.has(extensionId))
    .map(({ extensionId, path }) =>
      errorIn(
        name,
        document.placeOf(path),
        `${neighbor.name} sets the settings of the extension ${extensionId}, too. The browser uses only one of the two. Keep them in one file.`,
      ),
    )
  const lists = ['ExtensionInstallForcelist', 'ExtensionInstallBlocklist'].flatMap((policy) => {
    const entries = neighbor.policies[policy]
    if (!Array.isArray(entries)) return []
    return ids
      .filter((id) => entries.some((entry) => String(entry).split(';')[0] === id))
      .map((id) =>
        errorIn(
          name,
          null,
          `${neighbor.name} names the extension ${id} in ${policy}, too. Remove it there. Example: "${policy}": []`,
        ),
      )
  })
  return [...policyFindings, ...settings, ...lists]
}

/** Finds settings for an id that no file installs, if other files of the folder install Chartside with another id. */
export function strayFindings(file: PolicyFile, folder: readonly PolicyFile[]): Finding[] {
  if (file.kind !== 'chromium') return []
  const installed = [file, ...folder].flatMap(({ policies }) => {
    const settings = Object.entries(membersOf(policies.ExtensionSettings))
    return settings.filter(([, value]) => String(membersOf(value).update_url).includes(updatePath)).map(([id]) => id)
  })
  if (installed.length === 0) return []
  const ours = new Set(chartsideIds(file))
  return extensionPolicies(file)
    .filter(({ extensionId }) => ours.has(extensionId) && !installed.includes(extensionId))
    .map(({ extensionId, path }) =>
      errorIn(
        file.name,
        file.document.placeOf(path),
        `These settings are for the extension ${extensionId}, but the files of this folder install ${installed.join(', ')}. Use the same id.`,
      ),
    )
}
