import { policyFaults } from '../../../lib/policy/faults.ts'
import { errorIn, type Finding } from './findings.ts'
import { type HostLookup, hostFindings } from './hosts.ts'
import { conflictFindings, installationFindings, strayFindings } from './installation.ts'
import {
  chartsideIds,
  extensionPolicies,
  membersOf,
  nameFindings,
  type PolicyFile,
  readPolicyFile,
} from './policy-file.ts'

interface NamedText {
  name: string
  text: string
}

export interface CheckedFile extends NamedText {
  /** Reads the other files in its folder. It is called only if a browser reads the folder as a whole. */
  folder(): Promise<readonly NamedText[]>
}

function settingsFindings(file: PolicyFile, ids: readonly string[]): Finding[] {
  const { document, name } = file
  return extensionPolicies(file)
    .filter(({ extensionId }) => extensionId === '' || ids.includes(extensionId))
    .flatMap(({ value, path }) => {
      if (membersOf(value) !== value || Object.keys(value).length === 0)
        return [errorIn(name, document.placeOf(path), 'Set at least one key. Example: {"popupButton": false}')]
      return policyFaults(membersOf(value)).map((fault) =>
        errorIn(name, document.placeOf([...path, ...fault.path]), fault.message),
      )
    })
}

const isFile = (entry: PolicyFile | Finding): entry is PolicyFile => 'document' in entry

/**
 * Finds what is wrong with a policy file: faults of JSON, conflicts with other files of the folder, unknown names,
 * invalid values, and hosts that do not exist. `id`: the id of Chartside, if the administrator has named it.
 */
export async function checkFile(checkedFile: CheckedFile, id: string | null, find: HostLookup): Promise<Finding[]> {
  const file = readPolicyFile(checkedFile.name, checkedFile.text)
  if (!isFile(file)) return [file]
  const others = file.kind === 'chromium' ? await checkedFile.folder() : []
  const reads = others.map(({ name, text }) => readPolicyFile(name, text))
  const folder = reads.filter(isFile)
  const broken = reads.flatMap((entry) =>
    isFile(entry) ? [] : [{ ...entry, message: `The browser ignores this file of the same folder. ${entry.message}` }],
  )
  const ids = [...new Set([...(id === null ? [] : [id]), ...chartsideIds(file)])]
  const findings = [
    ...nameFindings(file),
    ...settingsFindings(file, ids),
    ...installationFindings(file, ids),
    ...folder.flatMap((neighbor) => conflictFindings(file, neighbor, ids)),
    ...strayFindings(file, folder),
    ...broken,
  ]
  if (file.kind !== 'settings' && ids.length === 0 && findings.length === 0)
    return [
      errorIn(
        file.name,
        null,
        'The file does not mention Chartside. Name its id. Example: --id abcdefghijklmnopabcdefghijklmnop',
      ),
    ]
  return [...findings, ...(await hostFindings(file, ids, find))]
}
