import type { Session } from '../../../lib/contracts/index.ts'
import { beginSession, endAllFamilies } from '../../auth/sessions/index.ts'
import type { Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { findUser } from './row.ts'

const minuteMs = 60_000

/**
 * Signs an administrator in as another user. The session ends after `minutes`. The session and all of its audit entries
 * name the administrator. Throws `not_found`, and `conflict` for a disabled user and for the administrator's own
 * account.
 */
export async function signInAs(
  context: Context,
  principal: Person,
  { userId, minutes }: { userId: string; minutes: number },
): Promise<Session> {
  if (userId === principal.userId) throw new Problem('conflict', 'You are already signed in as this person.')
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const user = await findUser(inside, userId)
    if (user.disabledAt !== null) throw new Problem('conflict', 'This account is disabled. Enable it first.')
    const administratorId = principal.userId
    const who = { userId, administratorId, address: principal.address }
    await audit(inside, who, 'user.sign-in-as', userId)
    const endsAt = new Date(context.clock.now().getTime() + minutes * minuteMs)
    const { sessionEndings } = user
    const grant = { sessionEndings, openerId: principal.familyId, administratorId }
    return beginSession(tx, { userId, device: 'Administrator', method: null, ...grant, endsAt }, context.clock)
  })
}

/** Opens a further session of this administrator, with the same rights, which ends after `minutes`. */
export async function signInForTime(context: Context, principal: Person, minutes: number): Promise<Session> {
  const { userId, familyId } = principal
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const { sessionEndings } = await findUser(inside, userId)
    await audit(inside, principal, 'user.sign-in-as', userId)
    const endsAt = new Date(context.clock.now().getTime() + minutes * minuteMs)
    const grant = { sessionEndings, openerId: familyId, endsAt }
    return beginSession(tx, { userId, device: 'Administrator', method: null, ...grant }, context.clock)
  })
}

/** Ends every session of a user, and every session in which this user acts as another user. Throws `not_found`. */
export async function signOutUser(context: Context, principal: Person, userId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    await findUser(inside, userId)
    await endAllFamilies(tx, userId, 'ended by an administrator', context.clock)
    await audit(inside, principal, 'user.sign-out', userId)
  })
}
