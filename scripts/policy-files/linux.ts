import { browserPolicies, type ManagedBrowser, type Rollout } from './rollout.ts'

/** Returns the content of a policy file for Linux, JSON (`/etc/opt/chrome/policies/managed/chartside.json`). */
export function linuxPolicy(rollout: Rollout, browser: ManagedBrowser): string {
  const extensions = { [rollout.extensionId]: rollout.policy }
  return `${JSON.stringify({ ...browserPolicies(rollout, browser), '3rdparty': { extensions } }, null, 2)}\n`
}
