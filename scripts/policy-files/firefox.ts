import type { Rollout } from './rollout.ts'

export const firefoxId = 'chartside@chartside.example'

/**
 * Returns the content of `policies.json`, which Firefox reads on every system. It contains only the policy of the
 * extension. Each organisation adds the address of its own package, because Firefox installs only packages that Mozilla
 * has signed.
 */
export function firefoxPolicies({ policy }: Rollout): string {
  return `${JSON.stringify({ policies: { '3rdparty': { Extensions: { [firefoxId]: policy } } } }, null, 2)}\n`
}
