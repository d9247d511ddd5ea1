import { createHash } from 'node:crypto'
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problem.ts'
import type { Store } from '../store/index.ts'
import { attempts as attemptsTable } from '../store/schema/index.ts'
import { type AttemptLimits, attemptLimits } from './attempt-limits.ts'
import { networkOf } from './network.ts'

const hourSeconds = 60 * 60
/**
 * Time in seconds for which an IP address counts as known to a user, after the last successful sign-in of the user from
 * this IP address. From a known address, the user can sign in even if other people have reached `perEmail` or
 * `perAddress` with failed attempts, and can request codes even if they have reached `codesPerEmail` or
 * `codesPerAddress`.
 */
const knownSeconds = 90 * 24 * 60 * 60

/**
 * Counts everything that has a limit in `AttemptLimits`. All servers share the counters, except the counter of calls
 * without a credential.
 */
export interface Attempts {
  countStranger(address: string): Promise<void>
  /**
   * Gives back the point of a public call with which this person has signed in or renewed the session. Gives nothing
   * back to a person who makes too many such calls (see `provenCallsPerPerson`).
   */
  strangerProved(userId: string, address: string): Promise<void>
  /**
   * Counts an attempt to sign in as a failure, before the password is checked. If the attempt were counted only after
   * the check, all guesses that are sent at the same time would be allowed. Returns a function that takes the count
   * back. Call this function if the password is right. Throws `too_many_requests` with the seconds to wait.
   */
  begin(email: string, address: string): Promise<() => Promise<void>>
  /**
   * Counts a code that is about to be sent: first for the email and this IP address, then for the IP address, then for
   * the email and all unknown IP addresses. An IP address that is known to the person has a share that nobody else can
   * use up. Throws `too_many_requests` with the seconds to wait, for known and unknown emails and phones alike. A phone
   * number in E.164 format may be passed as `email`.
   */
  countCode(email: string, address: string): Promise<void>
  /**
   * Counts a mail for a new account. Returns which mail is sent. Other people cannot prevent the mail `shared`. Throws
   * `too_many_requests` only for the IP address.
   */
  countRegistration(email: string, address: string): Promise<RegistrationMail>
  /**
   * Counts a code for the second factor that is about to be sent after a correct first factor. It has a separate limit.
   * With the limits of `countCode`, strangers who request codes for this email, or many people behind one IP address,
   * could prevent the sign-in.
   */
  countSecondFactor(email: string): Promise<void>
  /** Counts mails (see `mailsPerPerson`). Throws `too_many_requests` with the seconds to wait. */
  countMails(userId: string, mails: number): Promise<void>
  countText(userId: string): Promise<void>
  countInvitations(userId: string, number: number): Promise<void>
  countExpensive(userId: string): Promise<void>
  countExpensiveOf(accessId: string): Promise<void>
  /**
   * Takes `count` units from a rate limit. `of` names the limit: the developer organisation, the type, and the customer
   * if there is one. Takes nothing if fewer units are left. `msBeforeNext`: the time in ms until the limit is reset.
   */
  rate(of: readonly string[], count: number): Promise<{ allowed: boolean; remaining: number; msBeforeNext: number }>
  /**
   * Call this function when a code was entered correctly. Resets the counts of codes for this email, and gives the point
   * of the code back to the IP address that has requested it, if the code was entered from there.
   */
  codeFitted(email: string, address: string): Promise<void>
  /**
   * Call this function when a person has proved the account in another way than with the password, such as with a code.
   * Deletes the failed sign-ins for this email from this IP address. The IP address then counts as known.
   */
  succeeded(email: string, address: string): Promise<void>
}

/**
 * The mail for a new account.
 * - own: a mail for this request.
 * - shared: one mail in an hour that serves all requests that come after too many others.
 * - none: no mail, because the shared one has been sent.
 */
export type RegistrationMail = 'own' | 'shared' | 'none'

type Limiter = RateLimiterDrizzle | RateLimiterMemory

interface Counting {
  points?: number
  seconds?: number
  sentence?: string
}

const hashed = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url')

/** True for an IP address whose people are counted one by one, and never together (setting `TRUSTED_NETWORKS`). */
export type IsTrusted = (address: string) => boolean

/**
 * Creates the counters. For sign-ins, only failures stay counted. The counters are in the database, so that all servers
 * share them and a restart does not reset them. The limits `perEmail` and `perAddress` do not apply to an IP address
 * that is known to the user (see `knownSeconds`). No limit of an IP address applies to one that `isTrusted`.
 */
export function createAttempts(
  { database }: Pick<Store, 'database'>,
  limits: AttemptLimits = attemptLimits,
  { isTrusted = () => false, onLimit = () => {} }: { isTrusted?: IsTrusted; onLimit?: (limit: string) => void } = {},
): Attempts {
  const counter = (
    keyPrefix: string,
    points: number,
    duration: number,
    options: { inMemoryBlockOnConsumed?: number } = {},
  ) =>
    new RateLimiterDrizzle({
      storeClient: database,
      schema: attemptsTable,
      keyPrefix,
      points,
      duration,
      // `forgetExpired` deletes expired counters. A timer of the library would continue after the store is closed.
      clearExpiredByTimeout: false,
      ...options,
    })
  const pairs = counter('pair', limits.freePerPair, 24 * 60 * 60)
  const waits = counter('wait', 1, limits.longestWaitSeconds)
  const emails = counter('email', limits.perEmail, limits.windowSeconds)
  const addresses = counter('address', limits.perAddress, limits.windowSeconds)
  const emailCodes = counter('code-email', limits.codesPerEmail, hourSeconds)
  const pairCodes = counter('code-pair', limits.codesPerPair, hourSeconds)
  const sharedMails = counter('code-shared', 1, hourSeconds)
  const secondFactors = counter('second-factor', limits.codesPerPair, hourSeconds)
  const mailsOf = counter('mails', limits.mailsPerPerson, 24 * hourSeconds)
  const textsOf = counter('texts', limits.textsPerPerson, 24 * hourSeconds)
  const invitations = counter('invitations', limits.invitationsPerPerson, 24 * hourSeconds)
  const expensive = counter('expensive', limits.expensivePerPerson, 60, {
    // After the limit is exceeded, this server refuses further calls of the person without a query. Otherwise each
    // refusal would need a database statement.
    inMemoryBlockOnConsumed: limits.expensivePerPerson + 1,
  })
  const expensiveOfAccess = counter('expensive-access', limits.expensivePerAccess, 60, {
    inMemoryBlockOnConsumed: limits.expensivePerAccess + 1,
  })
  const rates = counter('rate', limits.ratePerMinute, 60)
  const addressCodes = {
    mail: counter('code-address', limits.codesPerAddress, hourSeconds),
    text: counter('text-address', limits.textsPerAddress, hourSeconds),
  }
  /** Marks the IP address and email for which `addressCodes` was counted, so that only a counted point is given back. */
  const addressPoints = counter('code-point', 1, hourSeconds)
  const knownAddresses = counter('known', 1, knownSeconds)
  const strangers = new RateLimiterMemory({
    keyPrefix: 'public-call',
    points: limits.strangerCallsPerMinute,
    duration: 60,
  })
  const provenCalls = new RateLimiterMemory({
    keyPrefix: 'proven-call',
    points: limits.provenCallsPerPerson,
    duration: 60,
  })

  const keysOf = (email: string, address: string) => {
    const [person, network] = [email.trim().toLowerCase(), networkOf(address)]
    return { pair: hashed(person, network), email: hashed(person), address: hashed(network) }
  }
  const refuse = ({ keyPrefix }: Limiter, msBeforeNext: number, sentence?: string): never => {
    onLimit(keyPrefix)
    throw new Problem('too_many_requests', sentence).after(Math.ceil(msBeforeNext / 1000))
  }
  /**
   * Consumes points, and returns the result. If not enough points are left, the library rejects with a RateLimiterRes,
   * which is a result and not an error.
   */
  const consume = (limiter: Limiter, key: string, points = 1): Promise<RateLimiterRes> =>
    limiter.consume(key, points).catch((answer: unknown) => {
      if (answer instanceof RateLimiterRes) return answer
      throw answer
    })
  const count = async (
    limiter: Limiter,
    key: string,
    { points = 1, seconds, sentence }: Counting = {},
  ): Promise<void> => {
    try {
      await limiter.consume(key, points, seconds === undefined ? {} : { customDuration: seconds })
    } catch (answer) {
      if (!(answer instanceof RateLimiterRes)) throw answer
      refuse(limiter, answer.msBeforeNext, sentence)
    }
  }

  const channelOf = (to: string) => (to.includes('@') ? 'mail' : 'text')
  /** Counts a code for the IP address, unless the IP address is trusted. */
  const countForAddress = async (to: string, keys: ReturnType<typeof keysOf>, address: string): Promise<void> => {
    if (isTrusted(address)) return
    const limiter = addressCodes[channelOf(to)]
    await count(limiter, keys.address).catch(async (refusal: unknown) => {
      // No code is sent. If the request stayed counted, a code that somebody enters would not make room for another one.
      await limiter.reward(keys.address, 1)
      throw refusal
    })
    await addressPoints.set(keys.pair, 1, hourSeconds)
  }

  const succeeded = async (pair: string): Promise<void> => {
    await Promise.all([pairs.delete(pair), waits.delete(pair), knownAddresses.set(pair, 1, knownSeconds)])
  }

  return {
    async countStranger(address) {
      if (!isTrusted(address)) await count(strangers, networkOf(address))
    },
    async strangerProved(userId, address) {
      if (isTrusted(address)) return
      const { consumedPoints } = await consume(provenCalls, userId)
      if (consumedPoints <= limits.provenCallsPerPerson) await strangers.reward(networkOf(address), 1)
    },
    async begin(email, address) {
      const keys = keysOf(email, address)
      // Check the wait and the limits first. Otherwise an attempt that comes too early would be counted and would
      // double the wait.
      const wait = await waits.get(keys.pair)
      if (wait) refuse(waits, wait.msBeforeNext)
      const windows = [
        { limiter: emails, key: keys.email, most: limits.perEmail },
        ...(isTrusted(address) ? [] : [{ limiter: addresses, key: keys.address, most: limits.perAddress }]),
      ]
      const limiting = (await knownAddresses.get(keys.pair)) ? [] : windows
      for (const { limiter, key, most } of limiting) {
        const usage = await limiter.get(key)
        if (usage && usage.consumedPoints >= most) refuse(limiter, usage.msBeforeNext)
      }
      const { consumedPoints } = await consume(pairs, keys.pair)
      const over = consumedPoints - limits.freePerPair
      // If several attempts arrive at the same time, only one of them can begin the wait, and only this attempt is
      // allowed. The password of the others is not checked, so they must not double the next wait.
      if (over >= 0)
        await count(waits, keys.pair, { seconds: Math.min(2 ** over, limits.longestWaitSeconds) }).catch(
          async (refusal: unknown) => {
            await pairs.reward(keys.pair, 1)
            throw refusal
          },
        )
      const counts = await Promise.all(
        windows.map(async (window) => {
          const { consumedPoints, msBeforeNext } = await consume(window.limiter, window.key)
          return { ...window, consumedPoints, msBeforeNext, endsMs: Date.now() + msBeforeNext }
        }),
      )
      // If the window in which the attempt was counted has ended, nothing is given back. Otherwise one attempt too many
      // would be allowed in the next window.
      const giveBack = () =>
        Promise.all(
          counts.filter(({ endsMs }) => Date.now() < endsMs).map(({ limiter, key }) => limiter.reward(key, 1)),
        )
      const full = limiting.length === 0 ? undefined : counts.find(({ most, consumedPoints }) => consumedPoints > most)
      if (full !== undefined) {
        // Many people behind one IP address may sign in at the same time. The password of an attempt that is refused
        // here was not checked. If such attempts stayed counted, the IP address would be locked although nobody entered
        // a wrong password.
        await Promise.all([giveBack(), pairs.reward(keys.pair, 1)])
        refuse(full.limiter, full.msBeforeNext)
      }
      return async () => {
        await Promise.all([succeeded(keys.pair), giveBack()])
      }
    },
    async countCode(email, address) {
      const keys = keysOf(email, address)
      const isKnown = (await knownAddresses.get(keys.pair)) !== null
      // A request that is refused because of the person takes no point of the IP address, which others share.
      await count(pairCodes, keys.pair)
      if (isKnown) return
      await countForAddress(email, keys, address)
      const sentence =
        'Too many codes were requested from other networks. Wait an hour, or try again from a network in which you have signed in before.'
      await count(emailCodes, keys.email, { sentence })
    },
    async countRegistration(email, address) {
      const keys = keysOf(email, address)
      await countForAddress(email, keys, address)
      const fits = async (limiter: Limiter, key: string) =>
        (await consume(limiter, key)).consumedPoints <= limiter.points
      if ((await fits(pairCodes, keys.pair)) && (await fits(emailCodes, keys.email))) return 'own'
      return (await fits(sharedMails, keys.email)) ? 'shared' : 'none'
    },
    async countSecondFactor(email) {
      await count(secondFactors, keysOf(email, '').email)
    },
    async countMails(userId, mails) {
      await count(mailsOf, hashed(userId), { points: mails })
    },
    async countText(userId) {
      await count(textsOf, hashed(userId))
    },
    async countInvitations(userId, number) {
      await count(invitations, hashed(userId), { points: number })
    },
    async countExpensive(userId) {
      const sentence = 'You have started too many notes in a short time. Wait a minute, then try again.'
      await count(expensive, hashed(userId), { sentence })
    },
    async countExpensiveOf(accessId) {
      const sentence = 'Your organisation has started too many notes in a short time. Wait a minute, then try again.'
      await count(expensiveOfAccess, hashed(accessId), { sentence })
    },
    async rate(of, points) {
      const key = hashed(...of)
      const result = await consume(rates, key, points)
      const isAllowed = result.consumedPoints <= limits.ratePerMinute
      if (!isAllowed) await rates.reward(key, points)
      const usedPoints = result.consumedPoints - (isAllowed ? 0 : points)
      return {
        allowed: isAllowed,
        remaining: Math.max(0, limits.ratePerMinute - usedPoints),
        msBeforeNext: result.msBeforeNext,
      }
    },
    async codeFitted(email, address) {
      const { email: key, pair, address: network } = keysOf(email, address)
      await Promise.all([emailCodes.delete(key), secondFactors.delete(key), pairCodes.delete(pair), succeeded(pair)])
      // Of two calls at the same time, only one deletes the mark and gives the point back.
      if (await addressPoints.delete(pair)) await addressCodes[channelOf(email)].reward(network, 1)
    },
    succeeded: (email, address) => succeeded(keysOf(email, address).pair),
  }
}
