import { and, eq } from 'drizzle-orm'
import type { DirectoryRole, InvitationLink, LinkState } from '../../../lib/contracts/index.ts'
import { type Person, refuseGranting, seatIn } from '../../authority/index.ts'
import { fateOf, sendMail } from '../../effects/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { directories, directoryRoles, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { allowInvitations } from '../invitations.ts'
import { storeLink } from '../verification-links.ts'
import type { RequestOf } from '../verification-payload.ts'
import { actInFirstSeat } from './manage.ts'
import { auditIn, changeDirectory } from './seats.ts'

type Row = typeof directoryRoles.$inferSelect
type Offer = Pick<Row, 'id' | 'directoryId' | 'name'> & { email: string }

export const withoutOffer = { email: null, personName: null, invitedAt: null, mailId: null } as const

/**
 * Writes the mail that offers a seat, and stores when the person was invited. With `PUBLIC_URL`, the mail has a link with
 * which the person makes an account. Writes no mail if this server sends none. `notBefore`: see `sendMail`.
 * `inside.database` must be a transaction that has locked the seat.
 */
export async function writeOffer(
  inside: Context,
  directoryName: string,
  { id, directoryId, name, email }: Offer,
  notBefore?: Date,
): Promise<void> {
  const { database, config, clock } = inside
  let mailId: string | null = null
  if (fateOf(config, 'mail') !== 'none') {
    const values = { directory: directoryName, role: name }
    const link = config.publicUrl === null ? null : await linkTo(inside, { id, directoryId, email }, false)
    mailId = await sendMail(
      inside,
      {
        to: email,
        template: 'invitation',
        // Browsers do not send the part of an address after `#` to any server, so the ticket gets into no log.
        values: link === null ? values : { ...values, link: `${config.publicUrl}/portal/#register=${link.ticket}` },
        ...(link === null ? {} : { uselessAfter: link.expiresAt }),
      },
      notBefore === undefined ? {} : { notBefore },
    )
  }
  await database.update(directoryRoles).set({ invitedAt: clock.now(), mailId }).where(eq(directoryRoles.id, id))
}

const linkTo = (inside: Context, { id, directoryId, email }: Omit<Offer, 'name'>, vouched: boolean) =>
  storeLink(inside, 'invitation', email, { directoryId, roleId: id, vouched })

/**
 * Sends the mail of an invitation again. Throws `not_found`, `forbidden`, `no_mail`, `too_many_requests`, and `conflict`
 * if nobody is invited to this seat.
 */
export async function sendInvitation(context: Context, person: Person, seatId: SeatId): Promise<void> {
  await seatIn(context.database, person, seatId.directoryId, 'roles.manage')
  if (fateOf(context.config, 'mail') === 'none')
    throw new Problem('no_mail', 'This server cannot send emails. Copy the link of the invitation instead.')
  await allowInvitations(context, person, { directoryId: seatId.directoryId })
  await changeOffer(context, person, seatId, async ({ inside, directoryName, offer }) => {
    await writeOffer(inside, directoryName, offer)
    await auditIn(inside, person, offer.directoryId, 'role.invite', offer.id)
  })
}

/**
 * Makes a link with which the invited person makes an account and takes the seat. The manager passes it on, so it proves
 * no email address (product 12.108). Throws `not_found`; `forbidden`, also if the seat has a permission that the caller
 * lacks, because who has the link can take the seat; and `conflict` if nobody is invited to this seat.
 */
export const createInvitationLink = (context: Context, person: Person, seatId: SeatId): Promise<InvitationLink> =>
  changeOffer(context, person, seatId, async ({ inside, offer }) => {
    const { ticket, expiresAt } = await linkTo(inside, offer, true)
    await auditIn(inside, person, offer.directoryId, 'role.link', offer.id)
    return { ticket, expiresAt: expiresAt.toISOString() }
  })

interface SeatId {
  directoryId: string
  roleId: string
}

/** Locks a seat that is offered, and checks that the caller may offer it. */
const changeOffer = <Result>(
  context: Context,
  person: Person,
  { directoryId, roleId }: SeatId,
  change: (offered: { inside: Context; directoryName: string; offer: Row & { email: string } }) => Promise<Result>,
): Promise<Result> =>
  changeDirectory(context, person, directoryId, 'roles.manage', async ({ inside, tx, seat }) => {
    const row = await lockSeat(tx, { directoryId, roleId })
    if (row === undefined) throw new Problem('not_found')
    const { email } = row
    if (email === null) throw new Problem('conflict', 'Nobody is invited to this seat. Load the page again.')
    refuseGranting(seat, row.permissions)
    return change({ inside, directoryName: seat.directory.name, offer: { ...row, email } })
  })

async function lockSeat(tx: Database, { directoryId, roleId }: SeatId): Promise<Row | undefined> {
  const [row] = await tx
    .select()
    .from(directoryRoles)
    .where(and(eq(directoryRoles.directoryId, directoryId), eq(directoryRoles.id, roleId)))
    .for('update')
  return row
}

type Invited = RequestOf<'invitation'>
const isStill = (email: string, { directoryId, roleId }: Invited) =>
  and(eq(directoryRoles.directoryId, directoryId), eq(directoryRoles.id, roleId), eq(directoryRoles.email, email))

/** Returns what the link of an invitation offers. Null if the seat is not offered to this email any more. */
export async function describeOffer(
  { database }: Context,
  email: string,
  invited: Invited,
): Promise<NonNullable<LinkState['invitation']> | null> {
  const [offer] = await database
    .select({ directoryName: directories.name, role: directoryRoles.name, name: directoryRoles.personName })
    .from(directoryRoles)
    .innerJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(isStill(email, invited))
  if (offer === undefined) return null
  const { name, ...rest } = offer
  return { ...rest, email, ...(name === null ? {} : { name }) }
}

/**
 * Gives the offered seat to the new account of a link. A copied link proves no email address, so the directory vouches
 * for it. Call it in the transaction that makes the account. Throws `wrong_code` if the seat is not offered to this email
 * any more.
 */
export async function acceptWithLink(
  inside: Context,
  who: { userId: string; administratorId: null; address: string },
  email: string,
  invited: Invited,
): Promise<void> {
  const { database, clock } = inside
  const now = clock.now()
  const [seat] = await database
    .update(directoryRoles)
    .set({ ...withoutOffer, status: 'occupied', userId: who.userId, occupiedAt: now, updatedAt: now })
    .where(isStill(email, invited))
    .returning({ id: directoryRoles.id, directoryId: directoryRoles.directoryId })
  if (seat === undefined)
    throw new Problem('wrong_code', 'The organisation has withdrawn this invitation. Ask for a new one.')
  if (invited.vouched) {
    await database.update(users).set({ vouchedBy: seat.directoryId }).where(eq(users.id, who.userId))
  }
  await actInFirstSeat(database, who, seat.directoryId)
  await auditIn(inside, who, seat.directoryId, 'role.accept', seat.id)
}

export function invitationOf(
  { status, invitedAt, mailId }: Row,
  mail: { status: 'generating' | 'sent' | 'failed'; isKept: boolean } | null,
): DirectoryRole['invitation'] {
  if (status !== 'invited' || invitedAt === null) return undefined
  const at = invitedAt.toISOString()
  if (mailId === null) return { at, mail: 'none' }
  if (mail === null) return { at }
  if (mail.status === 'generating') return { at, mail: 'waiting' }
  return { at, mail: mail.isKept ? 'kept' : mail.status }
}
