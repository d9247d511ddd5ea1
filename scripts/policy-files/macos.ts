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

/**
 * Returns a configuration profile for macOS (`.mobileconfig`, XML). It sets the policies of the browser and, in a
 * domain of its own, the policy of the extension.
 */
export function macosProfile(rollout: Rollout, browser: ManagedBrowser): string {
  const { extensionId, policy } = rollout
  const identifier = `chartside.${browser.name}.${extensionId}`
  const payload = (domain: string, values: object) => ({
    PayloadType: domain,
    PayloadVersion: 1,
    PayloadIdentifier: `${identifier}.${domain}`,
    PayloadUUID: uuidOf(`${identifier} ${domain}`),
    ...values,
  })
  const profile = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: identifier,
    PayloadUUID: uuidOf(identifier),
    PayloadDisplayName: `Chartside for ${browser.title}`,
    PayloadScope: 'System',
    PayloadContent: [
      payload(browser.domain, browserPolicies(rollout, browser)),
      payload(`${browser.domain}.extensions.${extensionId}`, policy),
    ],
  }
  const document = create({ version: '1.0', encoding: 'UTF-8' })
  document.dtd({
    name: 'plist',
    pubID: '-//Apple//DTD PLIST 1.0//EN',
    sysID: 'http://www.apple.com/DTDs/PropertyList-1.0.dtd',
  })
  document.ele({ plist: { '@version': '1.0', ...plistValue(profile) } })
  return `${document.end({ prettyPrint: true })}\n`
}
