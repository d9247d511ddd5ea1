import { create } from 'xmlbuilder2'
import { type ManagedSchema, managedSchema } from '../../lib/policy/managed-schema.ts'
import { sharedListNumber } from './registry.ts'
import { installation, type ManagedBrowser, originLists, originOf, type Rollout } from './rollout.ts'

const namespace = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions'
const versions = { '@revision': '1.0', '@schemaVersion': '1.0' }
const longestText = 1_048_576

interface Key {
  name: string
  schema: ManagedSchema
}

const keys = (): Key[] => Object.entries(managedSchema().properties ?? {}).map(([name, schema]) => ({ name, schema }))
const ownKey = ({ extensionId }: Rollout, { registry }: ManagedBrowser) =>
  `${registry}\\3rdparty\\extensions\\${extensionId}\\policy`

/**
 * Returns the members of a policy definition that say what Windows writes into the registry. The schema of ADMX
 * requires the members in this order.
 */
function registryPartOf({ name, schema }: Key, key: string): object {
  if (schema.type === 'boolean')
    return {
      '@key': key,
      '@valueName': name,
      enabledValue: { decimal: { '@value': 1 } },
      disabledValue: { decimal: { '@value': 0 } },
    }
  if (schema.type === 'array')
    return { '@key': key, elements: { list: { '@id': name, '@key': `${key}\\${name}`, '@valuePrefix': '' } } }
  return {
    '@key': key,
    elements: { text: { '@id': name, '@valueName': name, '@required': 'true', '@maxLength': longestText } },
  }
}

/**
 * Returns the XML definition of a policy. Members of `value` whose name begins with `@` become attributes of the
 * `policy` element. The other members become child elements after `parentCategory` and `supportedOn`.
 */
function definition(name: string, browser: ManagedBrowser, value: object, hasPresentation: boolean): object {
  const entries = Object.entries(value)
  const isAttribute = ([each]: [string, unknown]) => each.startsWith('@')
  return {
    '@name': name,
    '@class': 'Machine',
    '@displayName': `$(string.${name})`,
    '@explainText': `$(string.${name}_Explain)`,
    ...(hasPresentation ? { '@presentation': `$(presentation.${name})` } : {}),
    ...Object.fromEntries(entries.filter(isAttribute)),
    parentCategory: { '@ref': `Chartside_${browser.name}` },
    supportedOn: { '@ref': 'SUPPORTED' },
    ...Object.fromEntries(entries.filter((entry) => !isAttribute(entry))),
  }
}

/**
 * Returns one policy that installs the extension and permits it to capture microphone and tab. Settings of other
 * extensions stay unchanged.
 */
function forceInstall(rollout: Rollout, browser: ManagedBrowser): object {
  const item = (key: string, valueName: string, value: string | boolean) => ({
    '@key': key,
    '@valueName': valueName,
    value: typeof value === 'boolean' ? { decimal: { '@value': Number(value) } } : { string: value },
  })
  const settings = `${browser.registry}\\ExtensionSettings\\${rollout.extensionId}`
  const enabledList = {
    item: [
      ...Object.entries(installation(rollout, browser)).map(([name, value]) => item(settings, name, value)),
      ...originLists.map((list) => item(`${browser.registry}\\${list}`, String(sharedListNumber), originOf(rollout))),
    ],
  }
  return { '@key': settings, enabledList }
}

const document = (root: object) => `${create({ version: '1.0', encoding: 'UTF-8' }, root).end({ prettyPrint: true })}\n`

export function admxTemplate(rollout: Rollout, browser: ManagedBrowser): string {
  const category = `Chartside_${browser.name}`
  return document({
    policyDefinitions: {
      '@xmlns': namespace,
      ...versions,
      policyNamespaces: {
        target: { '@prefix': `chartside${browser.name}`, '@namespace': `Chartside.Policies.${browser.name}` },
      },
      resources: { '@minRequiredRevision': '1.0' },
      supportedOn: { definitions: { definition: { '@name': 'SUPPORTED', '@displayName': '$(string.SUPPORTED)' } } },
      categories: { category: { '@name': category, '@displayName': `$(string.${category})` } },
      policies: {
        policy: [
          definition('install', browser, forceInstall(rollout, browser), false),
          ...keys().map((key) =>
            definition(key.name, browser, registryPartOf(key, ownKey(rollout, browser)), key.schema.type !== 'boolean'),
          ),
        ],
      },
    },
  })
}

const presentationOf = ({ name, schema }: Key) =>
  schema.type === 'array'
    ? { '@id': name, listBox: { '@refId': name, '#': name } }
    : { '@id': name, textBox: { '@refId': name, label: name } }

const howTyped = ({ type }: ManagedSchema) =>
  type === 'object' ? ' Type it as JSON.' : type === 'array' ? ' One value in each line.' : ''

export function admlTexts(_rollout: Rollout, browser: ManagedBrowser): string {
  const string = (id: string, text: string) => ({ '@id': id, '#': text })
  return document({
    policyDefinitionResources: {
      '@xmlns': namespace,
      ...versions,
      displayName: `Chartside for ${browser.title}`,
      description: 'Installs the Chartside extension and sets its policy.',
      resources: {
        stringTable: {
          string: [
            string('SUPPORTED', `${browser.title} 120 or later`),
            string(`Chartside_${browser.name}`, `Chartside for ${browser.title}`),
            string('install', 'Install the extension, and allow microphone and tab'),
            string('install_Explain', 'Installs the extension for everybody, pins its button, and allows recording.'),
            ...keys().flatMap(({ name, schema }) => [
              string(name, name),
              string(`${name}_Explain`, `${schema.description ?? ''}${howTyped(schema)}`),
            ]),
          ],
        },
        presentationTable: {
          presentation: keys()
            .filter(({ schema }) => schema.type !== 'boolean')
            .map(presentationOf),
        },
      },
    },
  })
}
