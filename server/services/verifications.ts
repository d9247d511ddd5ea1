import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { hashToken, newToken } from '../auth/tokens.ts'
import { type Mail, sendMail } from '../effects/index.ts'
import { Problem } from '../problem.ts'
import { places } from '../store/places.ts'
import { verifications } from '../store/schema/index.ts'
import type { Context } from './index.ts'

const codeMs = 10 * 60_000
const triesMax = 5

type Purpose = (typeof verifications.$inferSelect)['purpose']

/** What is stored, encrypted, until the code has been entered. */
interface Stored<Request> {
  to: string
  request: Request
}

/** A verification to start. */
export interface Start {
  purpose: Purpose
  /** Email address that the code proves. */
  to: string
  /** The known person. Null for a new or an unknown person. */
  userId: string | null
  /** What to do after the code was entered. */
  request?: unknown
  /**
   * - code: the code is sent.
   * - another mail: that mail is sent instead, and nobody learns the code.
   * - null: nothing is sent.
   */
  mail: 'code' | Extract<Mail['template'], 'already-registered' | 'password-needed'> | null
}

/**
 * Counts a code that is about to be sent from this IP address. Throws `no_mail` without a mail server, and
 * `too_many_requests` after too many codes. Call it outside of a transaction: the counters use another connection.
 */
export async function allowCode(context: Context, to: string, address: string): Promise<void> {
  if (context.config.mailUrl === null) throw new Problem('no_mail')
  await context.attempts.countCode(to, address)
}

/** The same for a second factor, after the right password. */
export async function allowSecondFactor(context: Context, to: string): Promise<void> {
  if (context.config.mailUrl === null) throw new Problem('no_mail')
  await context.attempts.countSecondFactor(to)
}

/** Starts a verification for a call from this IP address. Throws like `allowCode`. */
export async function startVerification(context: Context, address: string, start: Start): Promise<{ ticket: string }> {
  await allowCode(context, start.to, address)
  return writeVerification(context, start)
}

/**
 * Writes a verification after `allowCode` or `allowSecondFactor` (product 12.4, 12.7): stores a code of 6 digits as a
 * hash, sends it, and returns the ticket that must come back with the code. The same rows are written for an unknown
 * person, so that answer and time are the same.
 */
export async function writeVerification(context: Context, start: Start): Promise<{ ticket: string }> {
  const to = start.to.trim().toLowerCase()
  const id = randomUUID()
  const ticket = newToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { clock, store } = context
  const expiresAt = new Date(clock.now().getTime() + codeMs)
  const kept: Stored<unknown> = { to, request: start.request ?? null }
  const mail: Mail =
    start.mail === 'code' || start.mail === null
      ? { to, template: 'code', values: { code }, uselessAfter: expiresAt }
      : { to, template: start.mail, values: {} }
  await context.database.transaction(async (tx) => {
    await tx.insert(verifications).values({
      id,
      ticketHash: hashToken(ticket),
      purpose: start.purpose,
      userId: start.userId,
      codeHash: codeHash(context, ticket, code),
      request: store.encryption.seal(places.verification(id), kept),
      expiresAt,
      createdAt: clock.now(),
    })
    await sendMail({ ...context, database: tx }, mail, { onlyPretend: start.mail === null })
  })
  return { ticket }
}

/** A keyed hash: without the key, all million codes could be tried on a copy of the database. */
const codeHash = ({ store }: Pick<Context, 'store'>, ticket: string, code: string): string =>
  store.encryption.fingerprint(`code ${hashToken(ticket)} ${code}`)

/** The code and the ticket that a person sends. */
export interface Entered {
  ticket: string
  code: string
}

/**
 * Checks a code and uses it up. Returns the person and what the start has stored. One statement counts the try and uses
 * the code up, so that parallel tries get no additional ones. With `userId`, only the ticket of this person fits.
 *
 * Throws `wrong_code` with the same sentence if the code is wrong, expired, used, or has had its 5 tries. The try is
 * counted outside of the caller's transaction, because a failure of the caller must not take it back.
 */
export async function checkCode<Request = null>(
  context: Context,
  purpose: Purpose,
  { ticket, code }: Entered,
  userId?: string,
): Promise<Stored<Request> & { userId: string | null }> {
  const now = context.clock.now()
  const hash = codeHash(context, ticket, code)
  const [tried] = await context.store.database
    .update(verifications)
    .set({
      attempts: sql`${verifications.attempts} + 1`,
      verifiedAt: sql`case when ${verifications.codeHash} = ${hash} then ${now.toISOString()}::timestamptz end`,
    })
    .where(
      and(
        byTicket(ticket, purpose, userId),
        isNull(verifications.verifiedAt),
        gt(verifications.expiresAt, now),
        lt(verifications.attempts, triesMax),
      ),
    )
    .returning()
  if (tried === undefined || tried.verifiedAt === null) throw new Problem('wrong_code')
  const kept = context.store.encryption.unseal(places.verification(tried.id), tried.request) as Stored<Request>
  await context.attempts.codeFitted(kept.to)
  return { ...kept, userId: tried.userId }
}

const byTicket = (ticket: string, purpose: Purpose, userId: string | undefined): SQL | undefined =>
  and(
    eq(verifications.ticketHash, hashToken(ticket)),
    eq(verifications.purpose, purpose),
    userId === undefined ? undefined : eq(verifications.userId, userId),
  )

/** State of a verification. An unknown ticket counts as expired, because expired ones are deleted. */
export async function verificationStatus(
  { database, clock }: Context,
  purpose: Purpose,
  ticket: string,
): Promise<'started' | 'verified' | 'expired'> {
  const [found] = await database
    .select()
    .from(verifications)
    .where(byTicket(ticket, purpose, undefined))
  if (found === undefined) return 'expired'
  if (found.verifiedAt !== null) return 'verified'
  return found.expiresAt > clock.now() && found.attempts < triesMax ? 'started' : 'expired'
}

/** Cancels a verification. Its code no longer works. An unknown ticket is not an error. */
export async function cancelVerification(
  { database }: Context,
  purpose: Purpose,
  ticket: string,
  userId?: string,
): Promise<void> {
  await database.delete(verifications).where(byTicket(ticket, purpose, userId))
}

/** Cancels everything that this person has started. Call it when the password or the email changes. */
export async function cancelVerificationsOf({ database }: Pick<Context, 'database'>, userId: string): Promise<void> {
  await database.delete(verifications).where(eq(verifications.userId, userId))
}

/** Deletes expired verifications. */
export async function forgetVerifications({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await database.delete(verifications).where(lt(verifications.expiresAt, clock.now()))
}
