import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Account, Session, SignIn } from '../../lib/contracts/index.ts'
import { hashPassword, passwordFits } from '../auth/passwords.ts'
import { beginSession, endAllFamilies, endFamily, refreshSession } from '../auth/sessions.ts'
import type { Person, Stranger } from '../authority/index.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../store/index.ts'
import { users } from '../store/schema/index.ts'
import { audit } from './audit.ts'
import type { Context } from './index.ts'

const dayMs = 24 * 60 * 60_000
const byEmail = (email: string) => eq(sql`lower(${users.email})`, email.trim().toLowerCase())

/** Finds a user by email, ignoring case. */
export async function findByEmail(database: Database, email: string) {
  const [user] = await database.select().from(users).where(byEmail(email))
  return user
}

/** Creates a user and returns the id. Returns null if the email is taken. */
export async function createUser(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { email, password, admin }: { email: string; password: string; admin: boolean },
): Promise<string | null> {
  const passwordHash = await hashPassword(password)
  const [created] = await database
    .insert(users)
    .values({ id: randomUUID(), email: email.trim().toLowerCase(), passwordHash, admin, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return created?.id ?? null
}

/** Changes the password and ends all sessions of the user. */
export async function setPassword(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await database.update(users).set({ passwordHash }).where(eq(users.id, userId))
  await endAllFamilies(database, userId, 'password changed', clock)
}

/** Disables a user and ends all sessions of that user, or enables the user again. */
export async function setDisabled(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  disabled: boolean,
): Promise<void> {
  await database
    .update(users)
    .set({ disabledAt: disabled ? clock.now() : null })
    .where(eq(users.id, userId))
  if (disabled) await endAllFamilies(database, userId, 'disabled', clock)
}

/**
 * Creates an account and signs it in. Allowed only in the demo, because the email address is not verified. Throws
 * `registration_closed`, `already_registered`.
 */
export async function register(
  context: Context,
  principal: Stranger,
  input: { email: string; password: string; device?: string | undefined },
): Promise<Session> {
  if (!context.config.demo) throw new Problem('registration_closed')
  const userId = await createUser(context, { ...input, admin: false })
  if (userId === null) throw new Problem('already_registered')
  await audit(context, principal, 'account.create', userId)
  return beginSession(context.database, { userId, device: input.device }, context.clock)
}

/**
 * Signs in by password. Unknown emails get the same error after the same amount of work, so that accounts cannot be
 * discovered. Throws `wrong_credentials`, `too_many_requests`.
 */
export async function signInByEmail(
  context: Context,
  principal: Stranger,
  input: { email: string; password: string; device?: string | undefined },
): Promise<SignIn> {
  await context.attempts.check(input.email, principal.address)
  const user = await findByEmail(context.database, input.email)
  const fits = await passwordFits(user?.passwordHash ?? null, input.password)
  if (!fits || user === undefined || user.disabledAt !== null) {
    await context.attempts.failed(input.email, principal.address)
    await audit(context, principal, 'account.sign-in-refused', user?.id ?? null)
    throw new Problem('wrong_credentials')
  }
  await context.attempts.succeeded(input.email, principal.address)
  await audit(context, principal, 'account.sign-in', user.id)
  return beginSession(context.database, { userId: user.id, device: input.device }, context.clock)
}

/** Exchanges a refresh token for a new pair of tokens; see `refreshSession`. */
export const refresh = (
  context: Context,
  asked: { refreshToken: string; device: string | undefined },
): Promise<Session> => refreshSession(context.database, asked, context.clock, context.config.sessionMaxDays * dayMs)

/** The account of the signed-in user. */
export async function getAccount({ database }: Context, principal: Person): Promise<Account> {
  const [user] = await database.select().from(users).where(eq(users.id, principal.userId))
  if (user === undefined) throw new Problem('session_ended')
  return {
    id: user.id,
    email: user.email,
    ...(user.alternativeEmail === null ? {} : { alternativeEmail: user.alternativeEmail }),
    ...(user.phone === null ? {} : { phone: user.phone }),
    twoFactor: { email: user.secondFactorEmail, phone: user.secondFactorPhone },
    admin: user.admin,
    ...(principal.administratorId === null ? {} : { actingAdministrator: true }),
    createdAt: user.createdAt.toISOString(),
  }
}

/**
 * Confirms that the access token is valid. The session and the user were already checked when the caller was
 * identified. `strict` also rejects a token that was replaced by a refresh, because it may have been copied. Throws
 * `session_ended`.
 */
export function verifyToken(principal: Person, strict: boolean): { valid: true; expiresAt: string } {
  if (strict && principal.tokenReplaced)
    throw new Problem('session_ended', 'This access token was replaced by a newer one. Use the newer one.')
  return { valid: true, expiresAt: principal.expiresAt.toISOString() }
}

/** Ends the session of this device. */
export async function signOut(context: Context, principal: Person): Promise<void> {
  await endFamily(context.database, principal.familyId, 'signed out', context.clock)
  await audit(context, principal, 'account.sign-out', principal.userId)
}

/** Ends all sessions of this user. */
export async function signOutEverywhere(context: Context, principal: Person): Promise<void> {
  await endAllFamilies(context.database, principal.userId, 'signed out everywhere', context.clock)
  await audit(context, principal, 'account.sign-out-everywhere', principal.userId)
}
