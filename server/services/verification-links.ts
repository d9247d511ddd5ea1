import { randomUUID } from 'node:crypto'
import { and, gt, isNull } from 'drizzle-orm'
import { hashToken, newToken } from '../auth/tokens.ts'
import { type Mail, sendMail } from '../effects/index.ts'
import { places } from '../store/places.ts'
import { verifications } from '../store/schema/index.ts'
import type { Context } from './index.ts'
import { type RequestOf, readPayload, writePayload } from './verification-payload.ts'
import { byTicket, codeHash } from './verifications.ts'

const dayMs = 24 * 60 * 60_000
/** Time in ms for which a link is valid. People do not read their mails at once; invited people may be on leave. */
const linkMs = { 'sign-up': dayMs, invitation: 14 * dayMs }
export type LinkPurpose = keyof typeof linkMs

/**
 * Stores a verification whose ticket is in a link instead of a code, and returns the ticket and when it expires. The
 * ticket is the only proof. It has 256 bits and cannot be guessed, so it may be valid longer than a code.
 */
export async function storeLink<For extends LinkPurpose>(
  { database, clock, store }: Context,
  purpose: For,
  address: string,
  request: RequestOf<For>,
): Promise<{ ticket: string; expiresAt: Date }> {
  const to = address.trim().toLowerCase()
  const id = randomUUID()
  const ticket = newToken()
  const expiresAt = new Date(clock.now().getTime() + linkMs[purpose])
  await database.insert(verifications).values({
    id,
    ticketHash: hashToken(ticket),
    purpose,
    userId: null,
    // The column needs a hash, but there is no code. This random value is never sent, so only the link works.
    codeHash: codeHash({ store }, ticket, newToken()),
    request: store.encryption.seal(places.verification(id), writePayload({ channel: 'mail', to }, request)),
    expiresAt,
    createdAt: clock.now(),
  })
  return { ticket, expiresAt }
}

interface Link {
  purpose: 'sign-up'
  to: string
  linkOf: (ticket: string) => string
  template: 'sign-up' | 'sign-up-shared' | 'already-registered'
}

export async function writeLink(context: Context, { purpose, linkOf, template, to }: Link): Promise<void> {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const { ticket, expiresAt } = await storeLink(inside, purpose, to, null)
    const address = to.trim().toLowerCase()
    const mail: Mail =
      template === 'already-registered'
        ? { to: address, template, values: {} }
        : { to: address, template, values: { link: linkOf(ticket) } }
    await sendMail(inside, { ...mail, uselessAfter: expiresAt })
  })
}

/**
 * Marks the ticket of a link as used, and returns the email address of the link and its request. Returns null if the
 * ticket is unknown, used or expired. If the caller's transaction is rolled back later, the link is valid again.
 */
export async function takeTicket<For extends LinkPurpose>(context: Context, purpose: For, ticket: string) {
  const { database, clock } = context
  const now = clock.now()
  const [verification] = await database
    .update(verifications)
    .set({ verifiedAt: now })
    .where(and(byTicket(ticket, purpose, undefined), isUsable(now)))
    .returning()
  return verification === undefined ? null : openLink(context, purpose, verification)
}

/** Returns what a link contains, without using it. Null if the ticket is unknown, used or expired. */
export async function readTicket<For extends LinkPurpose>(context: Context, purpose: For, ticket: string) {
  const [row] = await context.database
    .select()
    .from(verifications)
    .where(and(byTicket(ticket, purpose, undefined), isUsable(context.clock.now())))
  return row === undefined ? null : openLink(context, purpose, row)
}

const isUsable = (now: Date) => and(isNull(verifications.verifiedAt), gt(verifications.expiresAt, now))

const openLink = <For extends LinkPurpose>(
  { store }: Context,
  purpose: For,
  { id, request }: typeof verifications.$inferSelect,
) => readPayload(purpose, store.encryption.unseal(places.verification(id), request))
