import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { create } from 'xmlbuilder2'
import { policyKeys } from '../../lib/contracts/index.ts'
import { exampleRollout, policyFiles } from '../../scripts/policy-files/files.ts'
import { browserPolicies, expectAllKeys, managedBrowsers } from '../../scripts/policy-files/rollout.ts'

const folder = fileURLToPath(new URL('../../docs/policies/', import.meta.url))
const files = policyFiles(exampleRollout)
const { extensionId, policy } = exampleRollout

test('the policy files in the documents are those that the script writes', () => {
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length).replace(/^\//, ''))
  expect(stored.sort(), 'Run: npm run policies -- --examples').toEqual(Object.keys(files).sort())
  for (const [path, content] of Object.entries(files))
    expect(readFileSync(folder + path, 'utf8'), `${path}. Run: npm run policies -- --examples`).toBe(content)
})

test('one file for Linux installs the extension and grants microphone and tab, another one sets the policy', () => {
  expect(JSON.parse(files['linux/chartside-install.json'] ?? '')).toEqual({
    ExtensionSettings: {
      [extensionId]: {
        installation_mode: 'force_installed',
        update_url: 'https://chartside.clinic.example/extension/update.xml',
        override_update_url: true,
        toolbar_pin: 'force_pinned',
      },
    },
    AudioCaptureAllowedUrls: [`chrome-extension://${extensionId}`],
    TabCaptureAllowedByOrigins: [`chrome-extension://${extensionId}`],
  })
  expect(JSON.parse(files['linux/chartside-settings.json'] ?? '')).toEqual({
    '3rdparty': { extensions: { [extensionId]: policy } },
  })
})

test('the file for Firefox sets the whole policy under its own id of the extension', () => {
  expect(JSON.parse(files['firefox/policies.json'] ?? '')).toEqual({
    policies: { '3rdparty': { Extensions: { 'chartside@chartside.example': policy } } },
  })
})

/**
 * The names that Microsoft documents for Edge (Microsoft Edge browser policies, and the guide to ExtensionSettings).
 * The setting that pins the toolbar button has another name in Edge than in Chrome.
 */
const documentedForEdge = {
  policies: ['ExtensionSettings', 'AudioCaptureAllowedUrls', 'TabCaptureAllowedByOrigins'],
  settings: ['installation_mode', 'update_url', 'override_update_url', 'toolbar_state'],
}

test('Edge gets only names that its documentation has', () => {
  const edge = managedBrowsers.find(({ name }) => name === 'edge')
  if (edge === undefined) throw new Error('Edge is missing.')
  const policies = browserPolicies(exampleRollout, edge)
  expect(Object.keys(policies)).toEqual(documentedForEdge.policies)
  expect(Object.keys(policies.ExtensionSettings[extensionId] ?? {})).toEqual(documentedForEdge.settings)
})

/** Parses a registry file (`.reg`). Returns the values of each registry key, by the path of the key. */
function registryOf(text: string): Map<string, Record<string, string>> {
  const sections = text.split(/\r\n(?=\[)/).slice(1)
  return new Map(
    sections.map((section) => {
      const [head = '', ...lines] = section.split('\r\n').filter(Boolean)
      const values = lines.map((line) => /^"([^"]+)"=(.*)$/.exec(line)?.slice(1) ?? [line, ''])
      return [head.slice(1, -1), Object.fromEntries(values) as Record<string, string>]
    }),
  )
}

test.each(managedBrowsers)('the registry file for $title holds every key of the policy', ({ name, registry }) => {
  const read = registryOf(files[`windows/${name}-settings.reg`] ?? '')
  const installed = registryOf(files[`windows/${name}-install.reg`] ?? '')
  expect([...installed.keys()].filter((path) => read.has(path))).toEqual([])
  expect(
    Object.keys(installed.get(`HKEY_LOCAL_MACHINE\\${registry}\\ExtensionSettings\\${extensionId}`) ?? {}),
  ).toContain('installation_mode')
  const own = `HKEY_LOCAL_MACHINE\\${registry}\\3rdparty\\extensions\\${extensionId}\\policy`
  for (const [key, value] of Object.entries(policy)) {
    if (Array.isArray(value))
      expect(Object.values(read.get(`${own}\\${key}`) ?? {})).toEqual(value.map((each) => JSON.stringify(each)))
    else if (typeof value === 'boolean') expect(read.get(own)?.[key]).toBe(`dword:0000000${value ? 1 : 0}`)
    else if (typeof value === 'object') expect(JSON.parse(JSON.parse(read.get(own)?.[key] ?? ''))).toEqual(value)
    else expect(JSON.parse(read.get(own)?.[key] ?? '')).toBe(value)
  }
})

interface Template {
  policyDefinitions: { policies: { policy: { '@name': string; '@presentation'?: string }[] } }
}
interface Texts {
  policyDefinitionResources: {
    resources: {
      stringTable: { string: { '@id': string }[] }
      presentationTable: { presentation: { '@id': string }[] }
    }
  }
}

test.each(managedBrowsers)('the template for $title offers every key of the policy, with its texts', ({ name }) => {
  const template = create(files[`windows/chartside-${name}.admx`] ?? '').toObject() as unknown as Template
  const texts = create(files[`windows/en-US/chartside-${name}.adml`] ?? '').toObject() as unknown as Texts
  const policies = template.policyDefinitions.policies.policy
  expect(policies.map((each) => each['@name'])).toEqual(['install', ...policyKeys])
  const { stringTable, presentationTable } = texts.policyDefinitionResources.resources
  const strings = stringTable.string.map((each) => each['@id'])
  const presentations = presentationTable.presentation.map((each) => `$(presentation.${each['@id']})`)
  for (const key of policies.map((each) => each['@name']))
    expect(strings).toEqual(expect.arrayContaining([key, `${key}_Explain`]))
  expect(policies.flatMap((each) => each['@presentation'] ?? [])).toEqual(presentations)
})

test.each(managedBrowsers)(
  'macOS gets one profile for $title that installs the extension, and another one with its settings',
  ({ name, domain }) => {
    const install = files[`macos/${name}-install.mobileconfig`] ?? ''
    const settings = files[`macos/${name}-settings.mobileconfig`] ?? ''
    expect(install).toContain(`<string>${domain}</string>`)
    expect(install).not.toContain(`<string>${domain}.extensions.${extensionId}</string>`)
    expect(settings).toContain(`<string>${domain}.extensions.${extensionId}</string>`)
    for (const key of Object.keys(policy)) expect(settings).toContain(`<key>${key}</key>`)
    const ids = [...`${install}${settings}`.matchAll(/<key>PayloadUUID<\/key>\s*<string>([^<]+)</g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/)
  },
)

test('expectedKeys names every key, whatever the administrator wrote', () => {
  expect(expectAllKeys({ popupButton: false, models: [0], expectedKeys: ['models'] })).toEqual({
    popupButton: false,
    models: [0],
    expectedKeys: ['popupButton', 'models'],
  })
})
