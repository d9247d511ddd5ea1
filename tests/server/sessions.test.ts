import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  beginSession,
  endActingFamilies,
  endAllFamilies,
  endFamily,
  endOverdueFamilies,
  findFamily,
  findSession,
  forgetExpired,
  isSessionAlive,
  issueCookie,
  refreshSession,
  watchSession,
} from '../../server/auth/sessions/index.ts'
import { notify, type Store } from '../../server/store/index.ts'
import {
  attempts,
  directories,
  directoryRoles,
  sessionFamilies,
  sessionTokens,
  users,
} from '../../server/store/schema/index.ts'
import { freshStore } from './fresh-store.ts'

let fresh: Awaited<ReturnType<typeof freshStore>>
let store: Store
beforeAll(async () => {
  fresh = await freshStore()
  store = fresh.store
})
afterAll(() => fresh.close())

let nowMs = Date.parse('2026-11-20T09:00:00Z')
const clock = { now: () => new Date(nowMs) }
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const familyMs = 90 * day
const inMs = (ms: number) => new Date(nowMs + ms)

async function newUser({ admin = false } = {}): Promise<string> {
  const id = randomUUID()
  await store.database.insert(users).values({ id, email: `${id}@clinic.example`, admin })
  return id
}
async function newSeat(userId: string, createdAt = new Date()): Promise<string> {
  const directoryId = randomUUID()
  await store.database.insert(directories).values({ id: directoryId, name: 'Clinic' })
  await store.database.insert(directoryRoles).values({
    ...{ id: randomUUID(), directoryId, name: 'Seat', status: 'occupied', userId, createdAt },
    permissions: ['roles.manage'],
  })
  return directoryId
}
type Start = Parameters<typeof beginSession>[1]
async function begin(over: Partial<Start> = {}) {
  const userId = over.userId ?? (await newUser())
  const [user] = await store.database.select().from(users).where(eq(users.id, userId))
  const start = {
    device: 'Laptop',
    method: 'email',
    sessionEndings: user?.sessionEndings ?? 0,
    ...over,
    userId,
  } as const
  const session = await beginSession(store.database, start, clock)
  const found = await findSession(store.database, session.accessToken, clock)
  return { ...session, userId, familyId: found?.familyId ?? '' }
}
const find = (token: string, kind?: 'access' | 'cookie') => findSession(store.database, token, clock, kind)
const refresh = (refreshToken: string, device?: string) =>
  refreshSession(store.database, { refreshToken, device }, clock, familyMs)
const isRefused = async (refreshToken: string) => {
  const problem = await refresh(refreshToken).catch((problem: { code?: string }) => problem)
  return 'code' in problem && problem.code === 'session_ended'
}
const familyOf = async (id: string) =>
  (await store.database.select().from(sessionFamilies).where(eq(sessionFamilies.id, id)))[0]

describe('A token', () => {
  test('is valid for its time and not a moment longer', async () => {
    const { accessToken, refreshToken, expiresAt, familyId } = await begin()
    const cookie = await issueCookie(store.database, familyId, clock, familyMs)
    expect([Date.parse(expiresAt) - nowMs, cookie.expiresAt.getTime() - nowMs]).toEqual([15 * minute, 12 * hour])
    nowMs += 15 * minute - 1
    expect(await find(accessToken)).toMatchObject({ familyId })
    nowMs += 1
    expect(await find(accessToken)).toBeNull()
    nowMs += 12 * hour - 15 * minute - 1
    expect(await find(cookie.token, 'cookie')).toMatchObject({ familyId })
    nowMs += 1
    expect(await find(cookie.token, 'cookie')).toBeNull()
    nowMs += 30 * day - 12 * hour - 1
    const next = await refresh(refreshToken)
    nowMs += 30 * day
    expect(await isRefused(next.refreshToken)).toBe(true)
  })

  test('is valid for its own purpose only', async () => {
    const { accessToken, refreshToken, familyId } = await begin()
    const { token } = await issueCookie(store.database, familyId, clock, familyMs)
    expect([await find(accessToken, 'cookie'), await find(token), await find(refreshToken)]).toEqual([null, null, null])
    expect(await find(`${accessToken}x`)).toBeNull()
    expect([await isRefused(accessToken), await isRefused(token)]).toEqual([true, true])
  })

  test('never outlives its session', async () => {
    const endsAt = inMs(10 * minute)
    const { accessToken, refreshToken, expiresAt, familyId } = await begin({ endsAt })
    const cookie = await issueCookie(store.database, familyId, clock, familyMs)
    expect([expiresAt, cookie.expiresAt]).toEqual([endsAt.toISOString(), endsAt])
    nowMs += 5 * minute
    const next = await refresh(refreshToken)
    expect(next.expiresAt).toBe(endsAt.toISOString())
    nowMs += 5 * minute
    expect([await find(accessToken), await find(next.accessToken), await isRefused(next.refreshToken)]).toEqual([
      null,
      null,
      true,
    ])

    const old = await begin()
    const cookieOf = await issueCookie(store.database, old.familyId, clock, hour)
    expect(cookieOf.expiresAt).toEqual(inMs(hour))
  })

  test('of a session whose end was brought forward is refused at this end', async () => {
    const { accessToken, refreshToken, familyId } = await begin()
    await store.database
      .update(sessionFamilies)
      .set({ endsAt: inMs(minute) })
      .where(eq(sessionFamilies.id, familyId))
    nowMs += minute - 1
    expect(await find(accessToken)).not.toBeNull()
    nowMs += 1
    expect([await find(accessToken), await isRefused(refreshToken)]).toEqual([null, true])
  })

  test('of a disabled person is refused until the person is enabled', async () => {
    const { accessToken, refreshToken, userId, familyId } = await begin()
    const disable = (disabledAt: Date | null) =>
      store.database.update(users).set({ disabledAt }).where(eq(users.id, userId))
    await disable(clock.now())
    expect([
      await find(accessToken),
      await isSessionAlive(store.database, familyId),
      await isRefused(refreshToken),
    ]).toEqual([null, false, true])
    await disable(null)
    expect([(await find(accessToken))?.userId, await isSessionAlive(store.database, familyId)]).toEqual([userId, true])
  })
})

describe('A refresh token', () => {
  test('gives a session of the same user, named by its id, which stays when the email changes', async () => {
    const userId = await newUser()
    const first = await beginSession(
      store.database,
      { device: 'Laptop', method: 'email', sessionEndings: 0, userId },
      clock,
    )
    await store.database
      .update(users)
      .set({ email: `${randomUUID()}@clinic.example` })
      .where(eq(users.id, userId))
    const next = await refresh(first.refreshToken)
    expect([first.userId, next.userId]).toEqual([userId, userId])
  })

  test('is repeated for a minute after its first use, in case the response was lost', async () => {
    const { refreshToken } = await begin()
    const lost = await refresh(refreshToken)
    nowMs += minute
    const again = await refresh(refreshToken)
    expect(again.refreshToken).not.toBe(lost.refreshToken)
    const next = await refresh(again.refreshToken)
    expect((await find(next.accessToken))?.tokenReplaced).toBe(false)
  })

  test('that comes back after a minute ends the session', async () => {
    const { refreshToken, familyId } = await begin()
    const { accessToken } = await refresh(refreshToken)
    nowMs += minute + 1
    expect(await isRefused(refreshToken)).toBe(true)
    expect([await find(accessToken), (await familyOf(familyId))?.endReason]).toEqual([null, 'reuse'])
  })

  test('does not get another minute by being repeated', async () => {
    const { refreshToken, familyId } = await begin()
    await refresh(refreshToken)
    nowMs += 40 * second
    await refresh(refreshToken)
    nowMs += 40 * second
    expect([await isRefused(refreshToken), (await familyOf(familyId))?.endReason]).toEqual([true, 'reuse'])
  })

  test('of the lost response ends the session when it is used after the repeat', async () => {
    const { refreshToken, familyId } = await begin()
    const lost = await refresh(refreshToken)
    const owner = await refresh(refreshToken)
    expect([await isRefused(lost.refreshToken), await find(owner.accessToken)]).toEqual([true, null])
    expect((await familyOf(familyId))?.endReason).toBe('reuse')
  })

  test('cannot be repeated once the tokens of its response were used', async () => {
    const { refreshToken, familyId } = await begin()
    const first = await refresh(refreshToken)
    await refresh(first.refreshToken)
    expect([await isRefused(refreshToken), (await familyOf(familyId))?.endReason]).toEqual([true, 'reuse'])
  })

  test('that expired or is too old is refused, and the session is not ended for it', async () => {
    const { refreshToken, familyId } = await begin()
    nowMs += 30 * day
    expect([await isRefused(refreshToken), (await familyOf(familyId))?.endedAt]).toEqual([true, null])
    let { refreshToken: token } = await begin()
    for (let passed = 0; passed < 87; passed += 29) {
      nowMs += 29 * day
      token = (await refresh(token)).refreshToken
    }
    nowMs += 3 * day - 1
    token = (await refresh(token)).refreshToken
    nowMs += 1
    expect(await isRefused(token)).toBe(true)
  })

  test('renames the device only if a name is given, and is noted as a use of the session', async () => {
    const { refreshToken, familyId } = await begin()
    nowMs += minute
    const next = await refresh(refreshToken)
    expect(await familyOf(familyId)).toMatchObject({ device: 'Laptop', lastUsedAt: clock.now() })
    await refresh(next.refreshToken, 'Front desk')
    expect(await familyOf(familyId)).toMatchObject({ device: 'Front desk' })
  })

  test('replaces the access tokens of its own session only', async () => {
    const { refreshToken, accessToken, userId } = await begin()
    const other = await begin({ userId })
    const { token: cookie } = await issueCookie(store.database, other.familyId, clock, familyMs)
    const next = await refresh(refreshToken)
    const replaced = await Promise.all(
      [accessToken, next.accessToken, other.accessToken].map(async (token) => (await find(token))?.tokenReplaced),
    )
    expect(replaced).toEqual([true, false, false])
    expect((await find(cookie, 'cookie'))?.tokenReplaced).toBe(false)
  })
})

describe('A session', () => {
  test('knows how its person signed in, as whom, and in which directory', async () => {
    const userId = await newUser()
    const administratorId = await newUser({ admin: true })
    const newest = await newSeat(userId, new Date('2026-03-01'))
    const oldest = await newSeat(userId, new Date('2026-01-01'))
    expect(await find((await begin({ userId })).accessToken)).toMatchObject({
      userId,
      administratorId: null,
      directory: { id: oldest, permissions: ['roles.manage'] },
    })
    const chosen = await begin({ userId, directoryId: newest, administratorId })
    expect(await find(chosen.accessToken)).toMatchObject({ administratorId, directory: { id: newest } })
    const none = await begin({ userId, directoryId: null })
    expect((await find(none.accessToken))?.directory).toBeNull()
    // Another person's seat gives nothing.
    const foreign = await begin({ directoryId: newest })
    expect((await find(foreign.accessToken))?.directory).toBeNull()
    expect(await findFamily(store.database, chosen.refreshToken)).toMatchObject({ id: chosen.familyId, userId })
  })

  test('that has ended is found by none of its tokens', async () => {
    const { accessToken, refreshToken, familyId } = await begin()
    const { token } = await issueCookie(store.database, familyId, clock, familyMs)
    await endFamily(store.database, familyId, 'signed out', clock)
    expect([
      await find(accessToken),
      await find(token, 'cookie'),
      await findFamily(store.database, refreshToken),
    ]).toEqual([null, null, undefined])
    expect([await isRefused(refreshToken), await isSessionAlive(store.database, familyId)]).toEqual([true, false])
    const { endedAt } = (await familyOf(familyId)) ?? {}
    nowMs += minute
    await endFamily(store.database, familyId, 'again', clock)
    expect(await familyOf(familyId)).toMatchObject({ endedAt, endReason: 'signed out' })
  })

  test('that does not exist gets no cookie', async () => {
    await expect(issueCookie(store.database, randomUUID(), clock, familyMs)).rejects.toMatchObject({
      code: 'session_ended',
    })
    expect(await isSessionAlive(store.database, randomUUID())).toBe(false)
  })

  test('ends with those that it should end with, and no other does', async () => {
    const [ana, admin] = [await newUser(), await newUser({ admin: true })]
    const all = {
      own: await begin({ userId: ana }),
      admins: await begin({ userId: admin }),
      acting: await begin({ userId: ana, administratorId: admin }),
      brief: await begin({ endsAt: inMs(minute) }),
      other: await begin(),
    }
    const alive = async () => {
      const names: string[] = []
      for (const [name, { familyId }] of Object.entries(all))
        if (await isSessionAlive(store.database, familyId)) names.push(name)
      return names
    }
    nowMs += minute - 1
    await endOverdueFamilies(store.database, clock)
    expect(await alive()).toEqual(['own', 'admins', 'acting', 'brief', 'other'])
    nowMs += 1
    await endOverdueFamilies(store.database, clock)
    expect(await alive()).toEqual(['own', 'admins', 'acting', 'other'])
    await endActingFamilies(store.database, admin, 'no administrator any more', clock)
    expect(await alive()).toEqual(['own', 'admins', 'other'])
    all.acting = await begin({ userId: ana, administratorId: admin })
    await endAllFamilies(store.database, admin, 'locked out', clock)
    expect(await alive()).toEqual(['own', 'other'])
    await endAllFamilies(store.database, ana, 'locked out', clock)
    expect(await alive()).toEqual(['other'])
  })
})

describe('A watcher of a session', () => {
  test('is called once when the session ends, and not for any other reason', async () => {
    const [watched, other, left] = [await begin(), await begin(), await begin()]
    const onEnd = vi.fn()
    const onLeft = vi.fn()
    watchSession(store, watched.familyId, onEnd)
    watchSession(store, left.familyId, onLeft)()
    const spurious = Promise.withResolvers<void>()
    store.notifications.listen('spurious', spurious.resolve)
    await notify(store.database, `session ${watched.familyId}`)
    await endFamily(store.database, other.familyId, 'signed out', clock)
    await notify(store.database, 'spurious')
    await spurious.promise
    expect(onEnd).not.toHaveBeenCalled()
    await endFamily(store.database, left.familyId, 'signed out', clock)
    await endFamily(store.database, watched.familyId, 'signed out', clock)
    await expect.poll(() => onEnd).toHaveBeenCalledOnce()
    await notify(store.database, `session ${watched.familyId}`)
    // Notifications arrive in order. Once the watcher of `sentinel` has been called, the earlier notification about
    // `watched` has been handled, too. So the number of calls of `onEnd` is final.
    const sentinel = await begin()
    const onSentinel = vi.fn()
    watchSession(store, sentinel.familyId, onSentinel)
    await endFamily(store.database, sentinel.familyId, 'signed out', clock)
    await expect.poll(() => onSentinel).toHaveBeenCalledOnce()
    expect([onEnd.mock.calls.length, onLeft.mock.calls.length]).toEqual([1, 0])
  })
})

test('housekeeping deletes what has expired, and nothing else', async () => {
  await store.database.delete(sessionTokens)
  const { accessToken, refreshToken } = await begin()
  await store.database.insert(attempts).values([
    { key: 'over', points: 1, expire: inMs(hour - 1) },
    { key: 'open', points: 1, expire: inMs(hour) },
  ])
  nowMs += hour
  await forgetExpired(store.database, clock)
  expect(await store.database.$count(sessionTokens)).toBe(1)
  expect((await store.database.select().from(attempts)).map(({ key }) => key)).toEqual(['open'])
  expect(await find(accessToken)).toBeNull()
  await refresh(refreshToken)
})
