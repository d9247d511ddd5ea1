import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ConfirmedConsent, StoredConsent } from '../../lib/contracts/index.ts'
import { isSessionAlive } from '../auth/sessions/index.ts'
import { hashToken, newToken } from '../auth/tokens.ts'
import type { Person } from '../authority/index.ts'
import { Problem } from '../problem.ts'
import { tickets } from '../store/schema/index.ts'
import type { Context } from './index.ts'

const ticketMs = 60_000

/**
 * Creates a ticket that can open one transcription socket within 60 s (product 7.12). `consent`: the consent of the
 * patient, if the clinician has confirmed it. Throws `no_engine`.
 */
export async function createTicket(
  context: Context,
  principal: Person,
  consent: ConfirmedConsent | null,
): Promise<{ ticket: string; expiresAt: string }> {
  if (context.speech.engine === null) throw new Problem('no_engine', context.speech.message)
  return newTicket(context, principal, 'transcription', storedConsent(principal, consent))
}

/**
 * Returns the consent as it is stored: with the id of the person who confirmed it. Returns null if there is no consent.
 */
export const storedConsent = ({ userId }: Pick<Person, 'userId'>, consent: ConfirmedConsent | null) =>
  consent && { ...consent, by: userId }

type Redeemed = Pick<typeof tickets.$inferSelect, 'userId' | 'directoryId' | 'familyId' | 'address' | 'consent'> & {
  /** The administrator who acted as the user. Null: the user acted. */
  administratorId: string | null
}
type Purpose = (typeof tickets.$inferSelect)['purpose']

export async function newTicket(
  context: Pick<Context, 'database' | 'clock'>,
  principal: Person,
  purpose: Purpose,
  consent: StoredConsent | null = null,
): Promise<{ ticket: string; expiresAt: string }> {
  const ticket = newToken()
  const expiresAt = new Date(context.clock.now().getTime() + ticketMs)
  await context.database.insert(tickets).values({
    hash: hashToken(ticket),
    purpose,
    userId: principal.userId,
    familyId: principal.familyId,
    directoryId: principal.directory?.id ?? null,
    address: principal.address,
    consent,
    expiresAt,
  })
  return { ticket, expiresAt: expiresAt.toISOString() }
}

export async function redeemTicket(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  purpose: Purpose,
  ticket: string,
): Promise<Redeemed | null> {
  const [redeemed] = await database
    .update(tickets)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(tickets.hash, hashToken(ticket)),
        eq(tickets.purpose, purpose),
        isNull(tickets.usedAt),
        gt(tickets.expiresAt, clock.now()),
      ),
    )
    .returning({
      userId: tickets.userId,
      directoryId: tickets.directoryId,
      familyId: tickets.familyId,
      address: tickets.address,
      consent: tickets.consent,
      administratorId: sql<
        string | null
      >`(select family.administrator_id from session_families family where family.id = tickets.family_id)`,
    })
  if (redeemed === undefined) return null
  // A ticket is valid only as long as the session that requested it.
  if (redeemed.familyId !== null && !(await isSessionAlive(database, redeemed.familyId))) return null
  return redeemed
}
