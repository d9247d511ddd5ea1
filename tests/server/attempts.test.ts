import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AttemptLimits, attemptLimits } from '../../server/auth/attempt-limits.ts'
import { type Attempts, createAttempts } from '../../server/auth/attempts.ts'
import { Problem } from '../../server/problem.ts'
import type { Store } from '../../server/store/index.ts'
import { freshStore } from './fresh-store.ts'

let fresh: Awaited<ReturnType<typeof freshStore>>
let store: Store
beforeAll(async () => {
  fresh = await freshStore()
  store = fresh.store
})
afterAll(() => fresh.close())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

const limits: AttemptLimits = {
  ...attemptLimits,
  freePerPair: 3,
  perEmail: 6,
  perAddress: 8,
  windowSeconds: 900,
  longestWaitSeconds: 60,
}
const attempts = (over: Partial<AttemptLimits> = {}): Attempts => createAttempts(store, { ...limits, ...over })

/** Seconds to wait, or null if the call is allowed. */
async function waitOf(call: Promise<unknown>): Promise<number | null> {
  try {
    await call
    return null
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== 'too_many_requests') throw problem
    return problem.retryAfterSeconds
  }
}
const somebody = () => `${randomUUID()}@clinic.example`
let last = 0
/** Returns an IP address that no other test uses. */
const somewhere = () => `10.1.${Math.floor(++last / 250)}.${last % 250}`

const begin = (counted: Attempts, email: string, address: string) => waitOf(counted.begin(email, address))
/** Counts an attempt whose password is wrong. Waits first, if necessary. */
async function fail(counted: Attempts, email: string, address: string): Promise<void> {
  const wait = await begin(counted, email, address)
  if (wait === null) return
  pass(wait)
  expect(await begin(counted, email, address)).toBeNull()
}

describe('A wrong password', () => {
  test('costs nothing at first; then each further one doubles the wait, up to the longest', async () => {
    const counted = attempts({ perEmail: 100, perAddress: 100 })
    const [email, address] = [somebody(), somewhere()]
    const waits: (number | null)[] = []
    for (let guess = 0; guess < 11; guess++) {
      const wait = await begin(counted, email, address)
      waits.push(wait)
      if (wait === null) continue
      pass(wait)
      expect(await begin(counted, email, address)).toBeNull()
    }
    expect(waits).toEqual([null, null, null, 1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('that comes too early does not prolong the wait', async () => {
    const counted = attempts()
    const [email, address] = [somebody(), somewhere()]
    for (let guess = 0; guess < 3; guess++) await fail(counted, email, address)
    for (let early = 0; early < 3; early++) expect(await begin(counted, email, address)).toBe(1)
    pass(1)
    expect(await begin(counted, email, address)).toBeNull()
    expect(await begin(counted, email, address)).toBe(2)
  })

  test('is counted for each person and address, whatever the case of the email', async () => {
    const counted = attempts()
    const [email, address] = [somebody(), somewhere()]
    for (let guess = 0; guess < 3; guess++) await fail(counted, ` ${email.toUpperCase()}`, address)
    expect(await begin(counted, email, address)).toBe(1)
    expect(await begin(counted, somebody(), address)).toBeNull()
    expect(await begin(counted, email, somewhere())).toBeNull()
  })

  test('counts for the person from all addresses, until the window is over', async () => {
    const counted = attempts()
    const email = somebody()
    for (let guess = 0; guess < 6; guess++) expect(await begin(counted, email, somewhere())).toBeNull()
    expect(await begin(counted, email, somewhere())).toBe(900)
    expect(await begin(counted, somebody(), somewhere())).toBeNull()
    pass(900)
    expect(await begin(counted, email, somewhere())).toBeNull()
  })

  test('counts for the address, for all persons, until the window is over', async () => {
    const counted = attempts()
    const address = somewhere()
    for (let guess = 0; guess < 8; guess++) expect(await begin(counted, somebody(), address)).toBeNull()
    expect(await begin(counted, somebody(), address)).toBe(900)
    expect(await begin(counted, somebody(), somewhere())).toBeNull()
    pass(900)
    expect(await begin(counted, somebody(), address)).toBeNull()
  })

  test('of somebody else never locks out a person at an address where they have signed in before', async () => {
    const counted = attempts()
    const [email, home] = [somebody(), somewhere()]
    await (await counted.begin(email, home))()
    for (let guess = 0; guess < 6; guess++) await fail(counted, email, somewhere())
    for (let guess = 0; guess < 8; guess++) await fail(counted, somebody(), home)
    expect(await begin(counted, email, somewhere())).toBe(900)
    expect(await begin(counted, somebody(), home)).toBe(900)
    // The person's own wrong passwords at this IP address still count.
    for (let guess = 0; guess < 4; guess++) await fail(counted, email, home)
    expect(await begin(counted, email, home)).toBe(2)
  })

  test('is forgotten once the right one was entered, or the account was proved in another way', async () => {
    const counted = attempts()
    const [email, address] = [somebody(), somewhere()]
    const right = [
      async () => (await counted.begin(email, address))(),
      async () => counted.succeeded(email, address),
      async () => counted.succeeded(email, address),
    ]
    for (const enter of right) {
      for (let guess = 0; guess < 2; guess++) expect(await begin(counted, email, address)).toBeNull()
      await enter()
    }
    expect(await begin(counted, email, address)).toBeNull()
  })

  test('is counted before it is checked: of many at the same time, no more are allowed than one after the other', async () => {
    const allowed = (waits: (number | null)[]) => waits.filter((wait) => wait === null).length
    const many = (make: (counted: Attempts) => Promise<number | null>) => {
      const counted = attempts()
      return Promise.all(Array.from({ length: 40 }, () => make(counted)))
    }
    const [email, address] = [somebody(), somewhere()]
    expect(allowed(await many((counted) => begin(counted, email, address)))).toBe(3)
    expect(await begin(attempts(), email, address)).toBeGreaterThan(0)
    const attacked = somebody()
    expect(allowed(await many((counted) => begin(counted, attacked, somewhere())))).toBe(6)
    const attacking = somewhere()
    expect(allowed(await many((counted) => begin(counted, somebody(), attacking)))).toBe(8)
  })
})

test('attempts that are refused without a check are not counted', async () => {
  const counted = attempts()
  const address = somewhere()
  const people = Array.from({ length: limits.perAddress * 2 }, somebody)
  const begun = await Promise.allSettled(people.map((email) => counted.begin(email, address)))
  const right = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(right.length).toBeLessThanOrEqual(limits.perAddress)
  await Promise.all(right.map((succeeded) => succeeded()))
  const next = await Promise.all(Array.from({ length: limits.perAddress }, () => begin(counted, somebody(), address)))
  expect(next).toEqual(next.map(() => null))

  const [email, elsewhere] = [somebody(), somewhere()]
  for (let guess = 0; guess < limits.freePerPair; guess++) await fail(counted, email, elsewhere)
  await Promise.all(Array.from({ length: 3 }, () => begin(counted, email, elsewhere)))
  pass(1)
  expect(await begin(counted, email, elsewhere)).toBeNull()
  expect(await begin(counted, email, elsewhere)).toBe(2)
})

test('Right passwords use up no limit of a person or an address, also across the end of a window', async () => {
  const counted = attempts()
  const [email, address] = [somebody(), somewhere()]
  for (let at = 0; at < 20; at++) await (await counted.begin(somebody(), address))()
  for (let at = 0; at < 20; at++) await (await counted.begin(email, somewhere()))()
  const late = await Promise.all(Array.from({ length: 5 }, () => counted.begin(somebody(), address)))
  pass(900)
  for (const succeeded of late) await succeeded()
  for (let guess = 0; guess < 8; guess++) expect(await begin(counted, somebody(), address)).toBeNull()
  expect(await begin(counted, somebody(), address)).toBe(900)
})

describe('An address', () => {
  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:9::', true],
    ['2001:db8::1', '2001:db8:0:1::1', false],
    ['::1', '0:0:0:0:0:0:0:2', true],
    ['1:2:3:4:5:6::', '1:2:3:4::', true],
    ['1::2:3:4:5:6:7', '1:0:2:3::', true],
    ['1::2:3:4:5:6:7', '1:2:3:4::', false],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::FFFF:192.0.2.1', '::ffff:192.0.2.2', false],
    ['192.0.2.1', '192.0.2.2', false],
  ])('%s and %s belong to one customer: %s', async (one, other, isSame) => {
    const counted = attempts({ strangerCallsPerMinute: 1 })
    expect(await waitOf(counted.countStranger(one))).toBeNull()
    expect((await waitOf(counted.countStranger(other))) !== null).toBe(isSame)
  })
})

test('a public call of a person who proves an account gives its point back, up to a number of times', async () => {
  const counted = attempts({ strangerCallsPerMinute: 2, provenCallsPerPerson: 3 })
  const [address, userId] = [somewhere(), randomUUID()]
  for (let at = 0; at < 3; at++) {
    expect(await waitOf(counted.countStranger(address))).toBeNull()
    await counted.strangerProved(userId, address)
  }
  const answers = []
  for (let at = 0; at < 3; at++) {
    answers.push(await waitOf(counted.countStranger(address)))
    await counted.strangerProved(userId, address)
  }
  expect(answers).toEqual([null, null, 60])
})

describe('Codes', () => {
  test('are limited for each email, and counted again from zero once one was entered', async () => {
    const counted = attempts({ codesPerEmail: 2 })
    const email = somebody()
    const code = () => waitOf(counted.countCode(email, somewhere()))
    expect([await code(), await code(), await code()]).toEqual([null, null, 3600])
    await counted.codeFitted(email.toUpperCase(), somewhere())
    expect([await code(), await code(), await code()]).toEqual([null, null, 3600])
    pass(3600)
    expect(await code()).toBeNull()
  })

  test('are limited for each address', async () => {
    const counted = attempts({ codesPerAddress: 2 })
    const address = somewhere()
    const code = () => waitOf(counted.countCode(somebody(), address))
    expect([await code(), await code(), await code()]).toEqual([null, null, 3600])
    expect(await waitOf(counted.countCode(somebody(), somewhere()))).toBeNull()
  })

  test('that are entered give their point back to the address; each gives back one, and only where it was counted', async () => {
    const counted = attempts({ codesPerAddress: 2 })
    const address = somewhere()
    const code = (email: string) => waitOf(counted.countCode(email, address))
    // Many people in turn, each of whom enters the code.
    for (let at = 0; at < 6; at++) {
      const email = somebody()
      expect(await code(email)).toBeNull()
      await counted.codeFitted(email, address)
    }
    const [victim, own] = [somebody(), somebody()]
    expect(await code(victim)).toBeNull()
    expect(await code(own)).toBeNull()
    // Points that were not counted here cannot be given back: from another address, twice, or by a known person.
    await counted.codeFitted(own, somewhere())
    expect(await code(somebody())).toBe(3600)
    await counted.codeFitted(own, address)
    await counted.codeFitted(own, address)
    expect(await code(own)).toBeNull()
    await counted.codeFitted(own, address)
    expect(await code(somebody())).toBeNull()
    expect(await code(somebody())).toBe(3600)
  })

  test('by text message have a lower limit for each address', async () => {
    const counted = attempts({ codesPerAddress: 3, textsPerAddress: 1 })
    const address = somewhere()
    const text = () => waitOf(counted.countCode(`+1202555${String(++last).padStart(4, '0')}`, address))
    expect([await text(), await text()]).toEqual([null, 3600])
    expect(await waitOf(counted.countCode(somebody(), address))).toBeNull()
  })

  test('that are refused because of the person take no point of the address', async () => {
    const counted = attempts({ codesPerAddress: 2, codesPerPair: 1 })
    const [email, address] = [somebody(), somewhere()]
    for (let at = 0; at < 5; at++) await waitOf(counted.countCode(email, address))
    expect(await waitOf(counted.countCode(somebody(), address))).toBeNull()
    expect(await waitOf(counted.countCode(somebody(), address))).toBe(3600)
  })

  test('after the right password have a limit of their own, which strangers do not use up', async () => {
    const counted = attempts({ codesPerEmail: 2, codesPerPair: 2 })
    const email = somebody()
    for (let at = 0; at < 4; at++) await waitOf(counted.countCode(email, somewhere()))
    const second = () => waitOf(counted.countSecondFactor(email))
    expect([await second(), await second(), await second()]).toEqual([null, null, 3600])
    await counted.codeFitted(email, somewhere())
    expect(await second()).toBeNull()
  })
})

test.each([
  ['mails', { mailsPerPerson: 3 }, 86_400, async (one: Attempts, id: string) => one.countMails(id, 1)],
  ['text messages', { textsPerPerson: 3 }, 86_400, async (one: Attempts, id: string) => one.countText(id)],
  [
    'invitations',
    { invitationsPerPerson: 3 },
    86_400,
    async (one: Attempts, id: string) => one.countInvitations(id, 1),
  ],
  ['notes', { expensivePerPerson: 3 }, 60, async (one: Attempts, id: string) => one.countExpensive(id)],
  [
    'notes of an organisation',
    { expensivePerAccess: 3 },
    60,
    async (one: Attempts, id: string) => one.countExpensiveOf(id),
  ],
])('%s are limited for each, until the time is over', async (_, over, seconds, count) => {
  const counted = attempts(over)
  const [id, other] = [randomUUID(), randomUUID()]
  const answers: (number | null)[] = []
  for (let at = 0; at < 6; at++) answers.push(await waitOf(count(counted, id)))
  expect(answers).toEqual([null, null, null, seconds, seconds, seconds])
  expect(await waitOf(count(counted, other))).toBeNull()
})

test('several mails of one call count as several', async () => {
  const counted = attempts({ mailsPerPerson: 5 })
  const id = randomUUID()
  expect(await waitOf(counted.countMails(id, 4))).toBeNull()
  expect(await waitOf(counted.countMails(id, 2))).toBe(86_400)
})

test('a person who starts too many notes is told so, and so is an organisation', async () => {
  const counted = attempts({ expensivePerPerson: 0, expensivePerAccess: 0 })
  await expect(counted.countExpensive(randomUUID())).rejects.toThrow('You have started too many notes in a short time')
  await expect(counted.countExpensiveOf(randomUUID())).rejects.toThrow('Your organisation has started too many notes')
})

test('a rate limit gives out exactly its units, refuses more without taking any, and is full again after a minute', async () => {
  const counted = attempts({ ratePerMinute: 10 })
  const of = [randomUUID(), 'words']
  const take = async (count: number) => {
    const { allowed, remaining, msBeforeNext } = await counted.rate(of, count)
    return [allowed, remaining, msBeforeNext]
  }
  expect(await take(7)).toEqual([true, 3, 60_000])
  pass(20)
  expect(await take(4)).toEqual([false, 3, 40_000])
  expect(await take(3)).toEqual([true, 0, 40_000])
  expect(await take(1)).toEqual([false, 0, 40_000])
  expect((await counted.rate([of[0] ?? '', 'notes'], 10)).allowed).toBe(true)
  pass(40)
  expect(await take(10)).toEqual([true, 0, 60_000])
})

test('a database that fails is an error, not a limit', async () => {
  const broken = createAttempts(
    {
      database: new Proxy(store.database, {
        get: () => () => {
          throw new Error('The database is away.')
        },
      }),
    },
    limits,
  )
  const id = randomUUID()
  await expect(broken.countText(id)).rejects.toThrow('The database is away.')
  await expect(broken.begin(somebody(), somewhere())).rejects.toThrow('The database is away.')
})
