import { type PolicyProblem, type PolicyReading, readPolicy } from './read.ts'

/** The source of the policy: the browser's storage in the extension, a plain object in tests. */
export interface PolicyPorts {
  /** The browser's managed storage. `read` rejects if the browser has no managed storage. */
  managed: {
    read(): Promise<unknown>
    watch(listener: () => void): () => void
  }
  copy: { read(): Promise<unknown>; write(raw: unknown): Promise<void> }
  /** Returns true if this package has to wait for a policy, because the organisation has installed or made it. */
  waits(): Promise<boolean>
  packageServer: string | null
  /** Returns the version of this extension, for example `1.2.0`. */
  version(): string
  /** Time since this browser was started, in milliseconds. Counted from the first call. */
  browserAgeMs(): Promise<number>
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
   * Returns the policy in effect, as soon as something may be sent. If this package has to wait for a policy, resolves
   * when the browser has delivered the policy. If the last policy is stored on the device, resolves after a minute at
   * the latest. Call it before every request.
   */
  settled(): Promise<PolicyReading>
  watch(listener: (reading: PolicyReading) => void): () => void
}

interface Present {
  reading: PolicyReading
  isSettled: boolean
  againInMs: number | null
}

const missingPolicy: PolicyProblem = {
  key: 'policy',
  message: 'The browser delivers no settings for Chartside any more. The last settings stay in effect.',
}

/**
 * The organisation's policy (product 13.2). If the policy cannot be read, or is empty in the first minute after the
 * browser's start, the last known policy stays in effect. Otherwise users could avoid the policy. If the policy is
 * empty later, or after a change that the browser has reported, the administrator has removed it. Then no policy is in
 * effect.
 *
 * A package that waits for a policy (product 13.18) never works without one: a broken policy file looks like a removed
 * policy. The last policy stays in effect, and without a last policy every action is refused.
 */
export function createPolicyState({
  managed,
  copy,
  waits,
  packageServer,
  version,
  browserAgeMs,
  after: schedule,
}: PolicyPorts): PolicyState {
  const parsePolicy = (raw: unknown) => ({ ...readPolicy(raw, packageServer), version: version() })

  async function present(): Promise<Present> {
    const [answer, storedPolicy, isWaiting] = await Promise.all([
      managed.read().then(
        (raw) => ({ raw }),
        () => null,
      ),
      copy.read(),
      waits(),
    ])
    if (answer !== null && !isEmpty(answer.raw)) {
      if (JSON.stringify(storedPolicy) !== JSON.stringify(answer.raw)) await copy.write(answer.raw)
      return { reading: parsePolicy(answer.raw), isSettled: true, againInMs: null }
    }
    if (isEmpty(storedPolicy)) {
      if (!isWaiting) return { reading: parsePolicy(null), isSettled: true, againInMs: null }
      return { reading: { ...parsePolicy(null), managed: true, awaited: true }, isSettled: false, againInMs: null }
    }
    if (answer === null) return { reading: parsePolicy(storedPolicy), isSettled: true, againInMs: null }
    const leftMs = lateMs - (await browserAgeMs())
    if (leftMs > 0) return { reading: parsePolicy(storedPolicy), isSettled: !isWaiting, againInMs: leftMs }
    if (isWaiting) {
      const reading = parsePolicy(storedPolicy)
      return {
        reading: { ...reading, problems: [...reading.problems, missingPolicy] },
        isSettled: true,
        againInMs: null,
      }
    }
    await copy.write(null)
    return { reading: parsePolicy(null), isSettled: true, againInMs: null }
  }

  function follow(listener: (now: Present) => void): () => void {
    let cancel = () => {}
    let isEnded = false
    let queue: Promise<void> = Promise.resolve()
    const look = async () => {
      const presentState = await present()
      if (isEnded) return
      cancel()
      if (presentState.againInMs !== null) cancel = schedule(presentState.againInMs, tell)
      listener(presentState)
    }
    // Never read the policy twice at the same time. Two parallel reads could report the older policy last.
    const tell = () => {
      queue = queue.then(look, look)
    }
    const end = managed.watch(async () => {
      // The browser has reported a change. So an empty policy now means that the administrator has removed the
      // policy.
      const [raw, isWaiting] = await Promise.all([managed.read().catch(() => undefined), waits()])
      if (raw !== undefined && isEmpty(raw) && !isWaiting) await copy.write(null)
      tell()
    })
    void browserAgeMs()
    tell()
    return () => {
      isEnded = true
      cancel()
      end()
    }
  }

  return {
    read: async () => (await present()).reading,
    async settled() {
      const presentState = await present()
      if (presentState.isSettled) return presentState.reading
      return new Promise((resolve) => {
        const end = follow(({ isSettled, reading }) => {
          if (!isSettled) return
          end()
          resolve(reading)
        })
      })
    },
    watch(listener) {
      let lastReport = ''
      return follow(({ reading }) => {
        const readingText = JSON.stringify(reading)
        if (readingText === lastReport) return
        lastReport = readingText
        listener(reading)
      })
    },
  }
}
