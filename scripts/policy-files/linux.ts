import { browserPolicies, type ManagedBrowser, type Rollout } from './rollout.ts'

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** Returns the policy file for Linux that installs the extension, JSON (`/etc/opt/chrome/policies/managed/`). */
export const linuxInstallation = (rollout: Rollout, browser: ManagedBrowser): string =>
  json(browserPolicies(rollout, browser))

/** Returns the policy file for Linux with the settings of the extension. It belongs in the same folder. */
export const linuxSettings = ({ extensionId, policy }: Rollout): string =>
  json({ '3rdparty': { extensions: { [extensionId]: policy } } })
