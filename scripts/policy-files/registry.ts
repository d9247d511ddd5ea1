import { installation, type ManagedBrowser, originLists, originOf, type Rollout } from './rollout.ts'

/**
 * The number of our entry in a list that other programs share. A high number, because importing a file with the number 1
 * would replace the first entry of somebody else.
 */
export const sharedListNumber = 7788

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** A value of the registry: a number for true and false, a text otherwise. Objects are JSON, which the browser reads. */
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
