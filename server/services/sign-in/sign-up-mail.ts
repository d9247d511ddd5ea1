import type { RegistrationMail } from '../../auth/attempts.ts'
import { findByEmail } from '../accounts.ts'
import type { Context } from '../index.ts'
import { writeLink } from '../verification-links.ts'

/**
 * Sends the mail with the link, or the mail to the owner of an existing account. Sends nothing without `PUBLIC_URL`, or
 * if the shared mail has been sent.
 */
export async function writeSignUpLink(context: Context, email: string, which: RegistrationMail): Promise<void> {
  const { publicUrl } = context.config
  if (publicUrl === null || which === 'none') return
  const isKnown = (await findByEmail(context.database, email)) !== undefined
  await writeLink(context, {
    purpose: 'sign-up',
    to: email,
    linkOf: (ticket) => `${publicUrl}/portal/#register=${ticket}`,
    template: isKnown ? 'already-registered' : which === 'shared' ? 'sign-up-shared' : 'sign-up',
  })
}
