import { installation, type ManagedBrowser, originLists, originOf, type Rollout } from './rollout.ts'

/**
 * The name of the value that belongs to Chartside in a policy list of the registry. The values of such a list have
 * numbers as names, and other extensions have values in the same list. The number is high, because a value with the
 * number 1 would probably replace the value of another extension.
 */
export const sharedListNumber = 7788

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** Returns a value for a registry file: a number for true and false, JSON for objects, and otherwise a text. */
function registryValue(value: unknown): string {
  if (typeof value === 'boolean') return `dword:0000000${value ? 1 : 0}`
  return quoted(typeof value === 'string' ? value : JSON.stringify(value))
}

const section = (key: string, values: readonly (readonly [name: string, value: unknown])[]) => [
  `[HKEY_LOCAL_MACHINE\\${key}]`,
  ...values.map(([name, value]) => `${quoted(name)}=${registryValue(value)}`),
  '',
]

/**
 * Returns a file for the registry of Windows (`.reg`, lines end with CRLF). It changes nothing that belongs to other
 * extensions.
 */
export function registryFile(rollout: Rollout, browser: ManagedBrowser): string {
  const { extensionId, policy } = rollout
  const own = `${browser.registry}\\3rdparty\\extensions\\${extensionId}\\policy`
  const entries = Object.entries(policy)
  const lines = [
    'Windows Registry Editor Version 5.00',
    '',
    ...section(
      `${browser.registry}\\ExtensionSettings\\${extensionId}`,
      Object.entries(installation(rollout, browser)),
    ),
    ...originLists.flatMap((list) =>
      section(`${browser.registry}\\${list}`, [[String(sharedListNumber), originOf(rollout)]]),
    ),
    ...section(
      own,
      entries.filter(([, value]) => !Array.isArray(value)),
    ),
    ...entries.flatMap(([key, value]) =>
      Array.isArray(value)
        ? section(
            `${own}\\${key}`,
            value.map((each, index) => [String(index + 1), each] as const),
          )
        : [],
    ),
  ]
  return lines.join('\r\n')
}
