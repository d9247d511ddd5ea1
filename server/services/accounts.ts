import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Account } from '../../lib/contracts/index.ts'
import { hashPassword } from '../auth/passwords.ts'
import { endAllFamilies, endFamily } from '../auth/sessions/index.ts'
import type { Person } from '../authority/index.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../store/index.ts'
import { users } from '../store/schema/index.ts'
import { audit } from './audit.ts'
import type { Context } from './index.ts'
import { type Contact, cancelVerificationsOf } from './verifications.ts'

/** SQL condition for the user with this email, ignoring case. At most one user matches. */
export const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, email.trim().toLowerCase())

export async function findByEmail(database: Database, email: string) {
  const [user] = await database.select().from(users).where(hasEmail(email))
  return user
}

export const hasContact = ({ channel, to }: Contact): SQL => (channel === 'mail' ? hasEmail(to) : eq(users.phone, to))

export async function findByContact(database: Database, contact: Contact) {
  const [user] = await database.select().from(users).where(hasContact(contact))
  return user
}

/**
 * Finds a user by email address or phone. Undefined for a disabled user, so that callers treat this user like an
 * unknown one.
 */
export async function findEnabled(database: Database, contact: Contact) {
  const user = await findByContact(database, contact)
  return user?.disabledAt === null ? user : undefined
}

interface NewUser {
  email: string
  /**
   * A phone that the person has verified with a code. If the person has no email address, `email` contains the phone
   * too (product 12.90).
   */
  phone?: string
  passwordHash: string | null
  admin: boolean
  name?: string | null
}

/** Stores a user and returns the id. Returns null if the email or the phone is taken. */
export async function insertUser(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { email, phone, name = null, passwordHash, admin }: NewUser,
): Promise<string | null> {
  const contactColumns = { email: email.trim().toLowerCase(), phone: phone ?? null, name }
  const row = { id: randomUUID(), ...contactColumns, passwordHash, admin, createdAt: clock.now() }
  const [created] = await database.insert(users).values(row).onConflictDoNothing().returning({ id: users.id })
  return created?.id ?? null
}

/**
 * Creates a user and returns the id. Returns null if the email is taken. Hashes the password, which is slow, so do not
 * call it inside a transaction.
 */
export async function createUser(
  context: Pick<Context, 'database' | 'clock'>,
  { password, ...user }: { email: string; password: string; admin: boolean },
): Promise<string | null> {
  return insertUser(context, { ...user, passwordHash: await hashPassword(password) })
}

/**
 * Stores the new password hash of a user, makes all codes invalid that were sent to the user, and ends all sessions of
 * the user. Call it in a transaction.
 */
export async function storePasswordHash(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await database.update(users).set({ passwordHash }).where(eq(users.id, userId))
  await cancelVerificationsOf({ database }, userId)
  await endAllFamilies(database, userId, 'password changed', clock)
}

/**
 * Hashes and changes the password, and ends all sessions of the user. Hashing is slow, so do not call it inside a
 * transaction.
 */
export async function setPassword(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await database.transaction((tx) => storePasswordHash({ database: tx, clock }, userId, passwordHash))
}

export async function setDisabled(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  disabled: boolean,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ disabledAt: disabled ? clock.now() : null })
      .where(eq(users.id, userId))
    if (disabled) await endAllFamilies(tx, userId, 'disabled', clock)
  })
}

export async function getAccount({ database }: Context, principal: Person): Promise<Account> {
  const [user] = await database.select().from(users).where(eq(users.id, principal.userId))
  if (user === undefined) throw new Problem('session_ended')
  return {
    id: user.id,
    email: user.email,
    ...(user.name === null ? {} : { name: user.name }),
    ...(user.alternativeEmail === null ? {} : { alternativeEmail: user.alternativeEmail }),
    ...(user.phone === null ? {} : { phone: user.phone }),
    twoFactor: { email: user.secondFactorEmail, phone: user.secondFactorPhone },
    admin: user.admin,
    style: user.style,
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
    throw new Problem('session_ended', 'This access token was replaced by a newer token. Use the newer token.')
  return { valid: true, expiresAt: principal.expiresAt.toISOString() }
}

export async function signOut(context: Context, principal: Person): Promise<void> {
  await context.database.transaction(async (tx) => {
    await endFamily(tx, principal.familyId, 'signed out', context.clock)
    await audit({ ...context, database: tx }, principal, 'account.sign-out', principal.userId)
  })
}

export async function signOutEverywhere(context: Context, principal: Person): Promise<void> {
  await context.database.transaction(async (tx) => {
    await endAllFamilies(tx, principal.userId, 'signed out everywhere', context.clock)
    await audit({ ...context, database: tx }, principal, 'account.sign-out-everywhere', principal.userId)
  })
}
