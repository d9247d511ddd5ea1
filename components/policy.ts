import { noPolicy, type PolicyAction, type PolicyReading, policyAllows } from '../lib/policy/index.ts'
import { useSharedPorts } from './ports.tsx'
import { type Subscribable, useSubscribed } from './subscribable.ts'

/** The policy of the organisation, which the administrator of the computers sets through the browser. */
export type PolicyPort = Subscribable<PolicyReading>

/** A policy that sets nothing, for pages outside the extension. */
export const withoutPolicy: PolicyPort = {
  subscribe(listener) {
    listener(noPolicy)
    return () => undefined
  },
}

/** Shown on every setting that a policy sets (product 13.2). */
export const setByOrganisation = 'Set by your organisation'

export const usePolicy = (): PolicyReading => useSubscribed(useSharedPorts().policy, noPolicy)

export const useRefusal = (action: PolicyAction): string | null => policyAllows(usePolicy(), action)
