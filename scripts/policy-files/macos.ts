import { createHash } from 'node:crypto'
import { create } from 'xmlbuilder2'
import { browserPolicies, type ManagedBrowser, type Rollout } from './rollout.ts'

/**
 * Converts a value to the object from which the XML builder makes an element of a property list. Throws for null and
 * for types that a property list does not have.
 */
function plistValue(value: unknown): object {
  if (typeof value === 'boolean') return { [String(value)]: {} }
  if (typeof value === 'number') return { integer: String(value) }
  if (typeof value === 'string') return { string: value }
  if (Array.isArray(value)) return { array: { '#': value.map(plistValue) } }
  if (typeof value !== 'object' || value === null) throw new Error('A property list has no such value.')
  return { dict: { '#': Object.entries(value).flatMap(([key, each]) => [{ key }, plistValue(each)]) } }
}

/**
 * Computes a UUID from a text. The text contains only browser, extension and domain, and not the policy. So a profile
 * with a changed policy has the same UUID, and macOS replaces the installed profile.
 */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').toUpperCase()
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `A${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Returns a configuration profile for macOS (`.mobileconfig`, XML) that sets the values of one domain. */
function profile(browser: ManagedBrowser, id: string, title: string, domain: string, values: object): string {
  const identifier = `chartside.${browser.name}.${id}`
  const payload = {
    PayloadType: domain,
    PayloadVersion: 1,
    PayloadIdentifier: `${identifier}.${domain}`,
    PayloadUUID: uuidOf(`${identifier} ${domain}`),
    ...values,
  }
  const document = create({ version: '1.0', encoding: 'UTF-8' })
  document.dtd({
    name: 'plist',
    pubID: '-//Apple//DTD PLIST 1.0//EN',
    sysID: 'http://www.apple.com/DTDs/PropertyList-1.0.dtd',
  })
  const content = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: identifier,
    PayloadUUID: uuidOf(identifier),
    PayloadDisplayName: `${title} for ${browser.title}`,
    PayloadScope: 'System',
    PayloadContent: [payload],
  }
  document.ele({ plist: { '@version': '1.0', ...plistValue(content) } })
  return `${document.end({ prettyPrint: true })}\n`
}

export const macosInstallation = (rollout: Rollout, browser: ManagedBrowser): string =>
  profile(browser, `${rollout.extensionId}.install`, 'Chartside', browser.domain, browserPolicies(rollout, browser))

export const macosSettings = ({ extensionId, policy }: Rollout, browser: ManagedBrowser): string =>
  profile(
    browser,
    `${extensionId}.settings`,
    'Settings of Chartside',
    `${browser.domain}.extensions.${extensionId}`,
    policy,
  )
