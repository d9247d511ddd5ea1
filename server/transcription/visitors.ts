import { Refused } from './door.ts'

/** How many may record at once, and how often a recording may begin or go on (design §5). */
export interface SocketLimits {
  /** A whole clinic may share an address. */
  socketsPerAddress: number
  startsPerMinutePerAddress: number
  /** Several windows and devices; the take that is overtaken by a newer connection does not count. */
  socketsPerPerson: number
  /** A connection that is lost every second is taken up again every second. */
  startsPerMinutePerPerson: number
  /** Who dictates without an account, where that is allowed at all. */
  strangers: number
}

export const socketLimits: SocketLimits = {
  socketsPerAddress: 1000,
  startsPerMinutePerAddress: 1200,
  socketsPerPerson: 12,
  startsPerMinutePerPerson: 120,
  strangers: 4,
}

/** One more than is allowed; another try may do. */
export class TooMany extends Error {
  override name = 'TooMany'
}

interface Start {
  address: string
  /** null: a stranger. */
  person: string | null
  transactionId: string
  /** A newer connection of the same person has this take. */
  overtaken(): void
}

/** Who is connected to this server now. */
export interface Visitors {
  /** Whether this address has all the connections it may have. */
  isFull(address: string): boolean
  /** Counts a connection; the function it answers is called when it is gone. */
  connect(address: string): () => void
  /** Counts a recording that begins or goes on, ends an older connection of the same take, and answers what to call at its end. Throws `TooMany`, and `Refused` for strangers. */
  start(start: Start): () => void
}

/** Counts how many are there of each name; names with none are forgotten. */
function createCount() {
  const counts = new Map<string, number>()
  return {
    of: (name: string) => counts.get(name) ?? 0,
    enter(name: string) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      let there = true
      return () => {
        if (!there) return
        there = false
        const left = (counts.get(name) ?? 1) - 1
        if (left === 0) counts.delete(name)
        else counts.set(name, left)
      }
    },
  }
}

/** Lets each name through so many times a minute. */
function createRate(perMinute: number, now: () => number) {
  const buckets = new Map<string, { left: number; atMs: number }>()
  return (name: string): boolean => {
    const nowMs = now()
    const bucket = buckets.get(name) ?? { left: perMinute, atMs: nowMs }
    bucket.left = Math.min(perMinute, bucket.left + ((nowMs - bucket.atMs) / 60_000) * perMinute)
    bucket.atMs = nowMs
    if (buckets.size > 10_000) {
      // A bucket that has had a minute is full again, and need not be remembered.
      for (const [key, one] of buckets) if (nowMs - one.atMs > 60_000) buckets.delete(key)
    }
    buckets.set(name, bucket)
    if (bucket.left < 1) return false
    bucket.left--
    return true
  }
}

/** Counts for one server. */
export function createVisitors(limits: SocketLimits, now: () => number): Visitors {
  const sockets = createCount()
  const people = createCount()
  const addressMayStart = createRate(limits.startsPerMinutePerAddress, now)
  const personMayStart = createRate(limits.startsPerMinutePerPerson, now)
  /** Of each person their own: whoever else names the same id has nothing to do with it. */
  const takes = new Map<string, Start>()
  let strangers = 0

  return {
    isFull: (address) => sockets.of(address) >= limits.socketsPerAddress,
    connect: (address) => sockets.enter(address),
    start(start) {
      const { person, address, transactionId } = start
      if (!addressMayStart(address) || (person !== null && !personMayStart(person))) {
        throw new TooMany('Too many recordings were started in a minute. Wait a moment.')
      }
      if (person === null) {
        if (strangers >= limits.strangers) {
          throw new Refused('Too many people dictate without an account right now. Sign in.')
        }
        strangers++
        let there = true
        return () => {
          if (there) strangers--
          there = false
        }
      }
      const take = `${person} ${transactionId}`
      takes.get(take)?.overtaken()
      if (people.of(person) >= limits.socketsPerPerson) {
        throw new TooMany('Too many recordings run at once with this account. End one first.')
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
