import { randomUUID } from 'node:crypto'
import { and, gt, isNull } from 'drizzle-orm'
import { hashToken, newToken } from '../auth/tokens.ts'
import { type Mail, sendMail } from '../effects/index.ts'
import { places } from '../store/places.ts'
import { verifications } from '../store/schema/index.ts'
import type { Context } from './index.ts'
import { readPayload, writePayload } from './verification-payload.ts'
import { byTicket, codeHash } from './verifications.ts'

/** Time in ms for which a link in a mail is valid: a day, because people do not read their mails at once. */
const linkMs = 24 * 60 * 60_000

/** The content of a mail that `writeLink` sends. */
interface Link {
  purpose: 'sign-up'
  to: string
  linkOf: (ticket: string) => string
  /** Template of the mail. `already-registered` contains no link, so nobody gets the ticket. */
  template: 'sign-up' | 'sign-up-shared' | 'already-registered'
}

/**
 * Stores a verification whose mail contains a link instead of a code. Call it after `countRegistration`. The ticket in
 * the link is the only proof. It has 256 bits and cannot be guessed, so it may be valid longer than a code.
 */
export async function writeLink(context: Context, { purpose, linkOf, template, ...link }: Link): Promise<void> {
  const to = link.to.trim().toLowerCase()
  const id = randomUUID()
  const ticket = newToken()
  const { clock, store } = context
  const expiresAt = new Date(clock.now().getTime() + linkMs)
  const kept = writePayload({ channel: 'mail', to }, null)
  const mail: Mail =
    template === 'already-registered'
      ? { to, template, values: {} }
      : { to, template, values: { link: linkOf(ticket) } }
  await context.database.transaction(async (tx) => {
    await tx.insert(verifications).values({
      id,
      ticketHash: hashToken(ticket),
      purpose,
      userId: null,
      // The column needs a hash, but there is no code. This random value is never sent, so only the link works.
      codeHash: codeHash(context, ticket, newToken()),
      request: store.encryption.seal(places.verification(id), kept),
      expiresAt,
      createdAt: clock.now(),
    })
    await sendMail({ ...context, database: tx }, { ...mail, uselessAfter: expiresAt })
  })
}

/**
 * Marks the ticket of a link as used, and returns the email address that the link proves. Returns null if the ticket is
 * unknown, used or expired. If the caller's transaction is rolled back later, the link is valid again.
 */
export async function takeTicket(
  { database, clock, store }: Context,
  purpose: Link['purpose'],
  ticket: string,
): Promise<string | null> {
  const now = clock.now()
  const [taken] = await database
    .update(verifications)
    .set({ verifiedAt: now })
    .where(
      and(byTicket(ticket, purpose, undefined), isNull(verifications.verifiedAt), gt(verifications.expiresAt, now)),
    )
    .returning()
  if (taken === undefined) return null
  return readPayload(purpose, store.encryption.unseal(places.verification(taken.id), taken.request)).to
}
