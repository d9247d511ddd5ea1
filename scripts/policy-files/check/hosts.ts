import { lookup, resolve } from 'node:dns/promises'
import { errorIn, type Finding } from './findings.ts'
import type { Path } from './json.ts'
import { extensionPolicies, membersOf, type PolicyFile } from './policy-file.ts'

/** Finds out if a host exists. `unsure`: the name server cannot be asked, or does not answer. */
export type HostLookup = (host: string, isPattern: boolean) => Promise<'exists' | 'missing' | 'unsure'>

/** Asks the name server of this computer. For a pattern, the host itself needs no address, but must not be unknown. */
export const lookUpHost: HostLookup = async (host, isPattern) => {
  try {
    await (isPattern ? resolve(host) : lookup(host))
    return 'exists'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === 'ENOTFOUND' ? 'missing' : code === 'ENODATA' ? 'exists' : 'unsure'
  }
}

interface NamedHost {
  host: string
  isPattern: boolean
  path: Path
}

const addressHost = (address: unknown, path: Path): NamedHost[] =>
  typeof address === 'string' && URL.canParse(address)
    ? [{ host: new URL(address).hostname, isPattern: false, path }]
    : []

function hostsIn(settings: unknown, path: Path): NamedHost[] {
  const members = membersOf(settings)
  const keyHosts = ['ehrHosts', 'dataHosts'].flatMap((key) => {
    const patterns = members[key]
    if (!Array.isArray(patterns)) return []
    return patterns.flatMap((pattern, index) =>
      typeof pattern === 'string'
        ? [{ host: pattern.replace(/^\*\./, ''), isPattern: pattern.startsWith('*.'), path: [...path, key, index] }]
        : [],
    )
  })
  return [...addressHost(members.serverUrl, [...path, 'serverUrl']), ...keyHosts]
}

export async function hostFindings(file: PolicyFile, ids: readonly string[], find: HostLookup): Promise<Finding[]> {
  const { document, policies, name } = file
  const settings = extensionPolicies(file).filter(({ extensionId }) => extensionId === '' || ids.includes(extensionId))
  const installations = membersOf(policies.ExtensionSettings)
  const hosts = [
    ...settings.flatMap(({ value, path }) => hostsIn(value, path)),
    ...ids.flatMap((id) =>
      addressHost(membersOf(installations[id]).update_url, [...file.path, 'ExtensionSettings', id, 'update_url']),
    ),
  ].filter(({ host }) => /^[\w.:[\]-]+$/.test(host))
  const answers = await Promise.all(
    hosts.map(async (each) => ({ ...each, answer: await find(each.host, each.isPattern) })),
  )
  return answers.flatMap(({ host, path, answer }) => {
    if (answer === 'exists') return []
    if (answer === 'missing')
      return errorIn(
        name,
        document.placeOf(path),
        `The host ${host} does not exist in the network of this computer. Correct its spelling.`,
      )
    const message = `the name server of this computer does not answer for the host ${host}.`
    return { file: name, place: document.placeOf(path), message, isError: false }
  })
}
