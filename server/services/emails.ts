import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isReachableByMail, type Person } from '../authority/index.ts'
import { type Mail, sendMail } from '../effects/index.ts'
import { Problem } from '../problem.ts'
import { directories, users } from '../store/schema/index.ts'
import { audit } from './audit.ts'
import { billingManagers } from './directories/index.ts'
import type { Context } from './index.ts'
import { requireChannel } from './verifications.ts'

type FreeTemplate = 'getting-started'

/**
 * Stores mails to be sent, and writes an audit entry. Throws `no_mail` if this server cannot send mails, and
 * `too_many_requests` if the person has reached the daily limit.
 */
async function send(context: Context, person: Person, mails: Mail[]): Promise<void> {
  requireChannel(context, 'mail')
  await context.attempts.countMails(person.userId, mails.length)
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    for (const mail of mails) await sendMail(inside, mail)
    await audit(inside, person, 'account.mail', person.userId)
  })
}

export const sendToOneself = (context: Context, person: Person, template: FreeTemplate): Promise<void> =>
  send(context, person, [{ to: person.email, template, values: {} }])

/**
 * Sends a mail with a fixed text to members of the directory in which this person acts. An administrator of the product
 * may send it to every user (product 12.17). If one of the receivers is not permitted, throws `not_found` and sends
 * nothing. Throws the errors of `send`.
 */
export async function sendToMembers(
  context: Context,
  person: Person,
  { template, to }: { template: FreeTemplate; to: readonly string[] },
): Promise<void> {
  const addresses = [...new Set(to.map((email) => email.trim().toLowerCase()))]
  const receivers = await context.database
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(sql`lower(${users.email})`, addresses), isNull(users.disabledAt), isReachableByMail(person)))
  if (receivers.length < addresses.length) throw new Problem('not_found')
  await send(
    context,
    person,
    receivers.map(({ email }) => ({ to: email, template, values: {} })),
  )
}

/**
 * Sends a mail that asks for more credits to the people who manage the licences of the directory. If nobody manages the
 * licences, the mail goes to the people who manage the directory. Throws `conflict` if this person acts in no
 * directory, and the errors of `send`.
 */
export async function askForLicense(context: Context, person: Person): Promise<void> {
  const directoryId = person.directory?.id
  if (directoryId === undefined)
    throw new Problem(
      'conflict',
      'You have not chosen an organisation. Choose one first, so that Chartside knows whom to ask.',
    )
  const [directory] = await context.database
    .select({ name: directories.name })
    .from(directories)
    .where(eq(directories.id, directoryId))
  const receivers = await billingManagers(context.database, directoryId)
  const mails = receivers.map(
    ({ email }): Mail => ({
      to: email,
      template: 'license-limit',
      values: { directory: directory?.name ?? '', person: person.email },
    }),
  )
  await send(context, person, mails)
}
