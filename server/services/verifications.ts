import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { hashToken, newToken } from '../auth/tokens.ts'
import { type Channel, fateOf, type MailTemplate, sendMail, sendText, type TextTemplate } from '../effects/index.ts'
import { Problem } from '../problem.ts'
import { UnknownPayload } from '../store/payload.ts'
import { places } from '../store/places.ts'
import { users, verifications } from '../store/schema/index.ts'
import type { Context } from './index.ts'
import { type Contact, type Purpose, type RequestOf, readPayload, writePayload } from './verification-payload.ts'

export type { Contact } from './verification-payload.ts'

const codeMs = 10 * 60_000
const triesMax = 5

/**
 * The message of a verification.
 *
 * - code: the code is sent.
 * - any other template: the message of this template is sent. It does not contain the code, so nobody gets the code.
 * - null: nothing is sent.
 */
type Message =
  | { channel: 'mail'; message: Extract<MailTemplate, 'code' | 'already-registered' | 'password-needed'> | null }
  | {
      channel: 'text'
      message: Extract<
        TextTemplate,
        'code' | 'already-registered' | 'password-needed' | 'password-by-email' | 'phone-taken'
      > | null
    }

/**
 * The purpose of a verification, and the request that is stored until the code is entered. Without a request, the code
 * only proves the email or the phone.
 */
type Asked = {
  [For in Purpose]: null extends RequestOf<For>
    ? { purpose: For; request?: RequestOf<For> }
    : { purpose: For; request: RequestOf<For> }
}[Purpose]

export type Start = Asked & {
  to: string
  userId: string | null
} & Message

const missingCodes = { mail: 'no_mail', text: 'no_text' } as const

/** Throws `no_mail` or `no_text` if this server cannot send messages of this channel. */
export function requireChannel({ config }: Pick<Context, 'config'>, channel: Channel): void {
  if (fateOf(config, channel) === 'none') throw new Problem(missingCodes[channel])
}

/**
 * Checks that this server can send to the channel, and counts one requested code for this contact and IP address.
 * Throws the errors of `requireChannel`, and `too_many_requests` after too many codes. Call it outside of a
 * transaction, because the counters use another database connection.
 */
export async function allowCode(context: Context, { channel, to }: Contact, address: string): Promise<void> {
  requireChannel(context, channel)
  await context.attempts.countCode(to, address)
}

/**
 * Counts a code for the second factor that is about to be sent. Call it after the first factor, such as the password,
 * was correct. Throws the errors of `requireChannel`, and `too_many_requests` after too many codes.
 */
export async function allowSecondFactor(context: Context, { channel, to }: Contact): Promise<void> {
  requireChannel(context, channel)
  await context.attempts.countSecondFactor(to)
}

export async function startVerification(context: Context, address: string, start: Start): Promise<{ ticket: string }> {
  await allowCode(context, start, address)
  return writeVerification(context, start)
}

/**
 * Stores a verification after `allowCode` or `allowSecondFactor` (product 12.4, 12.7): stores a code of 6 digits as a
 * hash, sends the code, and returns the ticket that must come back with the code. For an unknown person, the same rows
 * are written. So neither the answer nor its duration shows whether an account exists.
 */
export async function writeVerification(context: Context, start: Start): Promise<{ ticket: string }> {
  const { channel } = start
  const to = channel === 'mail' ? start.to.trim().toLowerCase() : start.to
  const id = randomUUID()
  const ticket = newToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { clock, store } = context
  const expiresAt = new Date(clock.now().getTime() + codeMs)
  const payload = writePayload({ channel, to }, start.request ?? null)
  await context.database.transaction(async (tx) => {
    await tx.insert(verifications).values({
      id,
      ticketHash: hashToken(ticket),
      purpose: start.purpose,
      userId: start.userId,
      codeHash: codeHash(context, ticket, code),
      request: store.encryption.seal(places.verification(id), payload),
      expiresAt,
      createdAt: clock.now(),
    })
    const outbox = { ...context, database: tx }
    const withCode = { to, template: 'code', values: { code }, uselessAfter: expiresAt } as const
    const pretending = { onlyPretend: start.message === null }
    // Each branch sends the message through its channel. There are two branches because TypeScript can check that
    // `message` is a template of the channel only if the channel is known.
    if (start.channel === 'mail') {
      const { message } = start
      const isCode = message === 'code' || message === null
      await sendMail(outbox, isCode ? withCode : { to, template: message, values: {} }, pretending)
    } else {
      const { message } = start
      const isCode = message === 'code' || message === null
      await sendText(outbox, isCode ? withCode : { to, template: message, values: {} }, pretending)
    }
  })
  return { ticket }
}

/**
 * Returns a keyed hash of a code. Without the key, somebody with a copy of the database could try all million codes.
 */
export const codeHash = ({ store }: Pick<Context, 'store'>, ticket: string, code: string): string =>
  store.encryption.fingerprint(`code ${hashToken(ticket)} ${code}`)

/** The person whom a code has proved, with `users.sessionEndings` at that time. Both are null for a new person. */
export interface ProvenUser {
  userId: string | null
  sessionEndings: number | null
}

export interface Entered {
  ticket: string
  code: string
}

/**
 * Checks a code and marks it as used. From now on, the IP address of the call is known to the person. Returns the person
 * and the stored payload. One statement counts the attempt and marks the code as used, so that parallel calls get no
 * additional attempts. With `userId`, only a ticket of this person is accepted.
 *
 * Throws the same `wrong_code` if the code is wrong, expired, used, or has had its 5 attempts. The attempt is counted
 * outside of the caller's transaction, because an error of the caller must not undo the count.
 */
export async function checkCode<For extends Purpose>(
  context: Context,
  address: string,
  purpose: For,
  { ticket, code }: Entered,
  userId?: string,
): Promise<Contact & { request: RequestOf<For> } & ProvenUser> {
  const now = context.clock.now()
  const hash = codeHash(context, ticket, code)
  const [verification] = await context.store.database
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
    .returning({
      ...getTableColumns(verifications),
      // The same statement checks the code and reads this number. If a later statement read the number, all sessions
      // could be ended in between, and the checked code could still begin a session.
      sessionEndings: sql<
        number | null
      >`(select users.session_endings from users where users.id = verifications.user_id)`,
    })
  if (verification === undefined || verification.verifiedAt === null) throw new Problem('wrong_code')
  const payload = read(
    purpose,
    context.store.encryption.unseal(places.verification(verification.id), verification.request),
  )
  await context.attempts.codeFitted(payload.to, address)
  if (verification.userId !== null && payload.channel === 'mail')
    await proveEmail(context, verification.userId, payload.to)
  return { ...payload, userId: verification.userId, sessionEndings: verification.sessionEndings }
}

/** Notes that a person has proved the present email address, for which a directory has vouched (product 12.108). */
async function proveEmail({ store }: Pick<Context, 'store'>, userId: string, email: string): Promise<void> {
  await store.database
    .update(users)
    .set({ vouchedBy: null })
    .where(and(eq(users.id, userId), eq(sql`lower(${users.email})`, email), isNotNull(users.vouchedBy)))
}

/**
 * Parses the stored payload. A newer server may have stored it in a version that this server does not know. In this
 * case, throws `wrong_code`, so that the person requests a new code, which this server can check.
 */
function read<For extends Purpose>(purpose: For, storedPayload: unknown) {
  try {
    return readPayload(purpose, storedPayload)
  } catch (error) {
    if (error instanceof UnknownPayload) throw new Problem('wrong_code').because(error)
    throw error
  }
}

export const byTicket = (ticket: string, purpose: Purpose, userId: string | undefined): SQL | undefined =>
  and(
    eq(verifications.ticketHash, hashToken(ticket)),
    eq(verifications.purpose, purpose),
    userId === undefined ? undefined : eq(verifications.userId, userId),
  )

export async function verificationStatus(
  { database, clock }: Context,
  purpose: Purpose,
  ticket: string,
): Promise<'started' | 'verified' | 'expired'> {
  const [verification] = await database
    .select()
    .from(verifications)
    .where(byTicket(ticket, purpose, undefined))
  if (verification === undefined) return 'expired'
  if (verification.verifiedAt !== null) return 'verified'
  return verification.expiresAt > clock.now() && verification.attempts < triesMax ? 'started' : 'expired'
}

/** True if this person has started a verification for this purpose with this ticket. */
export async function hasTicket(
  { database }: Context,
  purpose: Purpose,
  ticket: string,
  userId: string,
): Promise<boolean> {
  const rows = await database
    .select({ id: verifications.id })
    .from(verifications)
    .where(byTicket(ticket, purpose, userId))
  return rows.length > 0
}

export async function cancelVerification(
  { database }: Context,
  purpose: Purpose,
  ticket: string,
  userId?: string,
): Promise<void> {
  await database.delete(verifications).where(byTicket(ticket, purpose, userId))
}

/**
 * Cancels every verification that this person has started. Call it when the password, the email or the phone changes.
 */
export async function cancelVerificationsOf({ database }: Pick<Context, 'database'>, userId: string): Promise<void> {
  await database.delete(verifications).where(eq(verifications.userId, userId))
}

export async function forgetVerifications({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  await database.delete(verifications).where(lt(verifications.expiresAt, clock.now()))
}
