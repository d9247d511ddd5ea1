import { installation, type ManagedBrowser, originLists, originOf, type Rollout } from './rollout.ts'

/**
 * The name of the value that belongs to Chartside in a policy list of the registry. The values of such a list have
 * numbers as names, and other extensions have values in the same list. The number is high, because a value with the
 * number 1 would probably replace the value of another extension.
 */
export const sharedListNumber = 7788

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

function registryValue(value: unknown): string {
  if (typeof value === 'boolean') return `dword:0000000${value ? 1 : 0}`
  return quoted(typeof value === 'string' ? value : JSON.stringify(value))
}

const section = (key: string, values: readonly (readonly [name: string, value: unknown])[]) => [
  `[HKEY_LOCAL_MACHINE\\${key}]`,
  ...values.map(([name, value]) => `${quoted(name)}=${registryValue(value)}`),
  '',
]

const registryFile = (...sections: string[][]) =>
  ['Windows Registry Editor Version 5.00', '', ...sections.flat()].join('\r\n')

/**
 * Returns a file for the registry of Windows (`.reg`, lines end with CRLF) that installs the extension. It changes
 * nothing that belongs to other extensions.
 */
export const registryInstallation = (rollout: Rollout, browser: ManagedBrowser): string =>
  registryFile(
    section(
      `${browser.registry}\\ExtensionSettings\\${rollout.extensionId}`,
      Object.entries(installation(rollout, browser)),
    ),
    ...originLists.map((list) =>
      section(`${browser.registry}\\${list}`, [[String(sharedListNumber), originOf(rollout)]]),
    ),
  )

export function registrySettings({ extensionId, policy }: Rollout, browser: ManagedBrowser): string {
  const policyKey = `${browser.registry}\\3rdparty\\extensions\\${extensionId}\\policy`
  const entries = Object.entries(policy)
  const lists = entries.flatMap(([key, value]) =>
    Array.isArray(value)
      ? [
          section(
            `${policyKey}\\${key}`,
            value.map((each, index) => [String(index + 1), each] as const),
          ),
        ]
      : [],
  )
  return registryFile(
    section(
      policyKey,
      entries.filter(([, value]) => !Array.isArray(value)),
    ),
    ...lists,
  )
}
