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

/** Returns the organisation's policy. */
export const usePolicy = (): PolicyReading => useSubscribed(useSharedPorts().policy, noPolicy)

/** Returns why the organisation does not allow an action, in one sentence. Null if it is allowed. */
export const useRefusal = (action: PolicyAction): string | null => policyAllows(usePolicy(), action)
