import type { Session } from '../../../lib/contracts/index.ts'
import { refuseCommonPassword } from '../../auth/common-passwords.ts'
import { hashPassword } from '../../auth/passwords.ts'
import type { Stranger } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Context } from '../index.ts'
import { takeTicket } from '../verification-links.ts'
import { requireChannel, verificationStatus } from '../verifications.ts'
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

/**
 * Creates the account of the email address that a link has proved, and signs in. Throws `wrong_code` for a link that is
 * used or has expired, `registration_closed`, and `invalid_request` for a common password; in the last case the link
 * stays valid.
 */
export async function signUpWithLink(
  context: Context,
  principal: Stranger,
  asked: { ticket: string; password: string; name?: string | undefined; device?: string | undefined },
): Promise<Session> {
  refuseClosedRegistration(context)
  await refuseCommonPassword(asked.password, '')
  // Hashing is slow, so the ticket is checked first: strangers without a link cannot make the server hash passwords.
  if ((await verificationStatus(context, 'sign-up', asked.ticket)) !== 'started') throw usedLink()
  const passwordHash = await hashPassword(asked.password)
  const { email, session } = await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const email = await takeTicket(inside, 'sign-up', asked.ticket)
    if (email === null) throw usedLink()
    const { name = null, device } = asked
    const session = await createAccount(inside, principal, {
      contact: { channel: 'mail', to: email },
      passwordHash,
      name,
      device,
    })
    // Another person has registered this email meanwhile. The error is the same as for a used link, so that the caller
    // does not learn about the other account.
    if (session === null) throw usedLink()
    return { email, session }
  })
  await context.attempts.codeFitted(email, principal.address)
  return session
}
