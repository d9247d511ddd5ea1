import { noPolicy, type PolicyReading, readPolicy } from './read.ts'

/** The source of the policy: the browser's storage in the extension, a plain object in tests. */
export interface PolicyPorts {
  /** The browser's managed storage. `read` rejects if the browser has no managed storage. */
  managed: {
    read(): Promise<unknown>
    /** Calls `listener` when the administrator's policy has changed. Returns the function that stops watching. */
    watch(listener: () => void): () => void
  }
  /** The last policy that the browser delivered, stored on the device. Null: no policy is stored. */
  copy: { read(): Promise<unknown>; write(raw: unknown): Promise<void> }
  /** Time since this browser was started, in milliseconds. */
  browserAgeMs(): Promise<number>
  /** Calls `task` after `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, task: () => void): () => void
}

/**
 * After its start, a browser may answer with an empty policy for some seconds, although a policy is set. During this
 * time the copy of the last policy is used.
 */
export const lateMs = 60_000

const isEmpty = (raw: unknown): boolean =>
  raw === undefined || raw === null || (typeof raw === 'object' && Object.keys(raw).length === 0)

export interface PolicyState {
  /** Returns the policy in effect. Never rejects because of the browser's managed storage. */
  read(): Promise<PolicyReading>
  /**
   * Calls `listener` with the policy in effect, soon after this call and at every change. Returns a function that ends
   * the calls.
   */
  watch(listener: (reading: PolicyReading) => void): () => void
}

/**
 * The organisation's policy (product 13.2). If the policy cannot be read, or is empty in the first minute after the
 * browser's start, the last known policy stays in effect. Otherwise users could avoid the policy. If the policy is
 * empty later, or after a change that the browser has reported, the administrator has removed it. Then no policy is in
 * effect.
 */
export function createPolicyState({ managed, copy, browserAgeMs, after }: PolicyPorts): PolicyState {
  async function present(): Promise<{ reading: PolicyReading; againInMs: number | null }> {
    const answer = await managed.read().then(
      (raw) => ({ raw }),
      () => null,
    )
    const kept = await copy.read()
    if (answer !== null && !isEmpty(answer.raw)) {
      if (JSON.stringify(kept) !== JSON.stringify(answer.raw)) await copy.write(answer.raw)
      return { reading: readPolicy(answer.raw), againInMs: null }
    }
    if (isEmpty(kept)) return { reading: noPolicy, againInMs: null }
    const leftMs = answer === null ? null : lateMs - (await browserAgeMs())
    if (leftMs === null || leftMs > 0) return { reading: readPolicy(kept), againInMs: leftMs }
    await copy.write(null)
    return { reading: noPolicy, againInMs: null }
  }

  return {
    read: async () => (await present()).reading,
    watch(listener) {
      let told = ''
      let cancel = () => {}
      let ended = false
      let last: Promise<void> = Promise.resolve()
      const look = async () => {
        const { reading, againInMs } = await present()
        if (ended) return
        cancel()
        if (againInMs !== null) cancel = after(againInMs, tell)
        const next = JSON.stringify(reading)
        if (next === told) return
        told = next
        listener(reading)
      }
      // Never read the policy twice at the same time. Two parallel reads could report the older policy last.
      const tell = () => {
        last = last.then(look, look)
      }
      const end = managed.watch(async () => {
        // The browser has reported a change. So an empty policy now means that the administrator has removed the
        // policy.
        const raw = await managed.read().catch(() => undefined)
        if (raw !== undefined && isEmpty(raw)) await copy.write(null)
        tell()
      })
      tell()
      return () => {
        ended = true
        cancel()
        end()
      }
    },
  }
}
