import { networkOf } from '../auth/network.ts'
import { Refused } from './door.ts'

/** Limits for simultaneous recordings and for starts per minute (product 9.13). A reconnect counts as a start. */
export interface SocketLimits {
  /**
   * Connections per IP address that have not proved yet who records. A connection of a known person counts for this
   * person only, because a whole clinic may share one address.
   */
  unknownSocketsPerAddress: number
  /** Starts per minute and IP address that name nobody, or whose ticket is not valid. */
  unknownStartsPerMinutePerAddress: number
  /**
   * Connections per user. The limit allows several windows and devices. A connection whose take was continued by a
   * newer connection does not count.
   */
  socketsPerPerson: number
  /**
   * Starts per minute and user. The limit allows a little more than one reconnect per second, which a bad network
   * needs.
   */
  startsPerMinutePerPerson: number
  /** Maximum number of connections that dictate without an account, on one server. */
  strangers: number
}

export const socketLimits: SocketLimits = {
  unknownSocketsPerAddress: 1000,
  unknownStartsPerMinutePerAddress: 1200,
  socketsPerPerson: 12,
  startsPerMinutePerPerson: 120,
  strangers: 4,
}

/** Thrown if a limit is reached. A later attempt may succeed. */
export class TooMany extends Error {
  override name = 'TooMany'
}

interface Start {
  address: string
  person: string | null
  transactionId: string
  overtaken(): void
}

export interface ConnectionLimits {
  /** True if the IP address has reached a limit of unknown connections. A trusted IP address never does. */
  isFull(address: string): boolean
  /**
   * Counts an unknown connection of the IP address. Call the returned function when its person is known, or when it
   * ends.
   */
  connect(address: string): () => void
  /** Counts a start whose ticket or token is not valid. */
  refuse(address: string): void
  /**
   * Counts a start of a recording and ends an older connection of the same take. Call the returned function when the
   * recording ends. Throws `TooMany` if a limit of `SocketLimits` is reached. Throws `Refused` if too many people
   * dictate without an account.
   */
  start(start: Start): () => void
}

/** Creates counters by name. Names with count 0 are deleted, so that the map does not grow. */
function createCount() {
  const counts = new Map<string, number>()
  return {
    of: (name: string) => counts.get(name) ?? 0,
    enter(name: string) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      let isCounted = true
      return () => {
        if (!isCounted) return
        isCounted = false
        const left = (counts.get(name) ?? 1) - 1
        if (left === 0) counts.delete(name)
        else counts.set(name, left)
      }
    },
  }
}

/** Creates a token bucket per name. `take` returns false if the name has exceeded `perMinute`, and so does `fits`. */
function createRate(perMinute: number, now: () => number) {
  const buckets = new Map<string, { left: number; atMs: number }>()
  const fits = (name: string): boolean => {
    const bucket = buckets.get(name)
    return bucket === undefined || bucket.left + ((now() - bucket.atMs) / 60_000) * perMinute >= 1
  }
  const take = (name: string): boolean => {
    const nowMs = now()
    const bucket = buckets.get(name) ?? { left: perMinute, atMs: nowMs }
    bucket.left = Math.min(perMinute, bucket.left + ((nowMs - bucket.atMs) / 60_000) * perMinute)
    bucket.atMs = nowMs
    if (buckets.size > 10_000) {
      for (const [key, one] of buckets) if (nowMs - one.atMs > 60_000) buckets.delete(key)
    }
    buckets.set(name, bucket)
    if (bucket.left < 1) return false
    bucket.left--
    return true
  }
  return { take, fits }
}

export interface LimitOptions {
  /** True for an IP address that has no limits of its own. Default: none. */
  isTrusted?: (address: string) => boolean
  /** Gets the name of a limit each time that it refuses something. */
  onLimit?: (limit: string) => void
}

export function createConnectionLimits(
  limits: SocketLimits,
  now: () => number,
  { isTrusted = () => false, onLimit = () => {} }: LimitOptions = {},
): ConnectionLimits {
  const sockets = createCount()
  const people = createCount()
  const unknownStarts = createRate(limits.unknownStartsPerMinutePerAddress, now)
  const personMayStart = createRate(limits.startsPerMinutePerPerson, now)
  /**
   * Takes by user and take id. The user is part of the key, so that another user who sends the same take id cannot end
   * the connection.
   */
  const takes = new Map<string, Start>()
  let strangers = 0

  return {
    isFull(address) {
      if (isTrusted(address)) return false
      const network = networkOf(address)
      const isOver = sockets.of(network) >= limits.unknownSocketsPerAddress || !unknownStarts.fits(network)
      if (isOver) onLimit('unknown-sockets')
      return isOver
    },
    connect: (address) => sockets.enter(networkOf(address)),
    refuse: (address) => void unknownStarts.take(networkOf(address)),
    start(start) {
      const { person, address, transactionId } = start
      const mayStart =
        person === null ? isTrusted(address) || unknownStarts.take(networkOf(address)) : personMayStart.take(person)
      if (!mayStart) {
        onLimit('recording-starts')
        throw new TooMany('Too many recordings were started within a minute. Wait a moment, then try again.')
      }
      if (person === null) {
        if (strangers >= limits.strangers) {
          throw new Refused('Too many people dictate without an account at the moment. Sign in.')
        }
        strangers++
        let isCounted = true
        return () => {
          if (isCounted) strangers--
          isCounted = false
        }
      }
      const take = `${person} ${transactionId}`
      takes.get(take)?.overtaken()
      if (people.of(person) >= limits.socketsPerPerson) {
        onLimit('recordings')
        throw new TooMany('Too many recordings are running with this account. Finish one of them first.')
      }
      const leave = people.enter(person)
      takes.set(take, start)
      return () => {
        leave()
        if (takes.get(take) === start) takes.delete(take)
      }
    },
  }
}
