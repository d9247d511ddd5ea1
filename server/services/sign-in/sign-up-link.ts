import type { LinkState, Session } from '../../../lib/contracts/index.ts'
import { refuseCommonPassword } from '../../auth/common-passwords.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { requiresSecondFactor, type Stranger } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { acceptWithLink, describeOffer } from '../directories/offers.ts'
import type { Context } from '../index.ts'
import { readTicket, takeTicket } from '../verification-links.ts'
import { requireChannel, verificationStatus } from '../verifications.ts'
import { refuseMethod } from './methods.ts'
import { createAccount, refuseClosedRegistration } from './register.ts'
import { writeSignUpLink } from './sign-up-mail.ts'

/**
 * Sends a mail with a link with which a person creates an account (product 12.64). If the account exists already, its
 * owner gets a mail that says so, and the caller gets the same answer. Throws `registration_closed`, `no_mail` if
 * `PUBLIC_URL` is not set or the server sends no mail, and `too_many_requests` for the IP address.
 */
export async function sendSignUpLink(context: Context, { address }: Stranger, email: string): Promise<void> {
  refuseClosedRegistration(context)
  if (context.config.publicUrl === null)
    throw new Problem('no_mail', 'The address of this server is not set up. Ask its administrator to set PUBLIC_URL.')
  requireChannel(context, 'mail')
  await writeSignUpLink(context, email, await context.attempts.countRegistration(email, address))
}

const usedLink = () =>
  new Problem('wrong_code', 'This link was already used or has expired. Ask for a new one on the page for signing up.')

interface Chosen {
  ticket: string
  password: string
  name?: string | undefined
  device?: string | undefined
}

/**
 * Creates the account of the email address of a link, and signs in. The link of an invitation also works while
 * registering is closed, and the person gets the seat (product 12.107). Throws `wrong_code` for a link that is used or
 * has expired, and `invalid_request` for a common password; in the last case the link stays valid. For the link of a
 * registration: `registration_closed`. For an invitation: `already_registered`, the errors of `acceptWithLink`,
 * `sign_in_refused` if the directory does not allow passwords, and `forbidden` for a copied link if it requires a second
 * factor.
 */
export async function signUpWithLink(context: Context, principal: Stranger, choice: Chosen): Promise<Session> {
  await refuseCommonPassword(choice.password, '')
  // Hashing is slow, so the ticket is checked first: strangers without a link cannot make the server hash passwords.
  const isInvitation = (await readTicket(context, 'invitation', choice.ticket)) !== null
  if (!isInvitation) {
    if ((await readTicket(context, 'sign-up', choice.ticket)) === null) throw usedLink()
    refuseClosedRegistration(context)
  }
  const passwordHash = await hashPassword(choice.password)
  const { email, isProven, session } = await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const link = isInvitation
      ? await takeTicket(inside, 'invitation', choice.ticket)
      : await takeTicket(inside, 'sign-up', choice.ticket)
    if (link === null) throw usedLink()
    const { name = null, device } = choice
    const contact = { channel: 'mail', to: link.to } as const
    const created = await createAccount(inside, principal, { contact, passwordHash, name, device })
    if (link.request === null) {
      if (created === null) throw usedLink()
    } else {
      if (created === null) throw new Problem('already_registered')
      const who = { userId: created.userId, administratorId: null, address: principal.address }
      await acceptWithLink(inside, who, link.to, link.request)
      await refuseMethod(inside, principal, created.userId, 'email')
      // A copied link is one factor, and the session that it begins could last for ever.
      if (link.request.vouched && (await requiresSecondFactor(tx, created.userId)))
        throw new Problem(
          'forbidden',
          'This organisation asks for a code by email at every sign-in. Ask it to send you the invitation by email.',
        )
    }
    return { email: link.to, isProven: link.request?.vouched !== true, session: created.session }
  })
  if (isProven) await context.attempts.codeFitted(email, principal.address)
  return session
}

export async function getLink(context: Context, ticket: string): Promise<LinkState | null> {
  const invitation = await readTicket(context, 'invitation', ticket)
  if (invitation === null) {
    const states = await Promise.all(
      (['sign-up', 'invitation'] as const).map((purpose) => verificationStatus(context, purpose, ticket)),
    )
    const status = states.find((one) => one !== 'expired')
    return status === undefined ? null : { status }
  }
  const offer = await describeOffer(context, invitation.to, invitation.request)
  return offer === null ? { status: 'expired' } : { status: 'started', invitation: offer }
}
