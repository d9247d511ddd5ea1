import { randomUUID } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { hasEmailAddress } from '../../lib/contracts/index.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Jobs } from '../services/jobs/index.ts'
import type { Database, Store } from '../store/index.ts'
import { places } from '../store/places.ts'
import { messages } from '../store/schema/index.ts'
import { type Channel, fateOf } from './channel.ts'
import type { Mail, MailTemplate } from './templates.ts'
import type { TextMessage } from './texts.ts'
import { writePayload } from './written.ts'

interface Outbox {
  config: Pick<Config, 'mailUrl' | 'twilio' | 'inbox'>
  store: Pick<Store, 'encryption'>
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  /** The transaction in which the message is stored, together with the change that causes the message. */
  database: Database
}

interface Sending {
  /**
   * If true, the same rows are written, but nothing is sent. A call for an unknown person then takes as long as a call
   * for a known person, and the time does not reveal who has an account.
   */
  onlyPretend?: boolean
  /** When the message may be sent. Absent: at once. Many messages of one cause are spread, and codes overtake them. */
  notBefore?: Date
}

/**
 * Mails that warn a person of a change. A person without an email address gets a text message instead (product 12.90).
 */
const warnings: ReadonlySet<MailTemplate> = new Set([
  'password-changed',
  'identity-linked',
  'identity-unlinked',
  'email-changed',
  'phone-added',
])

/**
 * Writes a mail into the outbox. Call it in the transaction that causes the mail: then the mail is sent if, and only
 * if, this transaction is committed. If the server has no mail server, the mail is stored for the inbox of this
 * computer, or dropped if there is no inbox. A person without an email address gets a text message if the mail is a
 * warning, and otherwise nothing. Returns the id of the row of `messages`, or null if nothing was written.
 */
export async function sendMail(outbox: Outbox, mail: Mail, sending: Sending = {}): Promise<string | null> {
  if (hasEmailAddress({ email: mail.to })) return write(outbox, 'mail', mail, sending)
  if (!warnings.has(mail.template)) return null
  return sendText(outbox, { to: mail.to, template: 'sign-in-changed', values: {} })
}

export const sendText = (outbox: Outbox, text: TextMessage, sending: Sending = {}): Promise<string | null> =>
  write(outbox, 'text', text, sending)

async function write(
  { config, store, jobs, clock, database }: Outbox,
  channel: Channel,
  message: Mail | TextMessage,
  { onlyPretend = false, notBefore }: Sending,
): Promise<string | null> {
  const fate = fateOf(config, channel)
  if (fate === 'none') return null
  const id = randomUUID()
  const content = store.encryption.seal(places.message(id), writePayload(channel, message))
  await database.insert(messages).values({
    id,
    channel,
    status: onlyPretend || fate === 'kept' ? 'sent' : 'generating',
    content: onlyPretend ? null : content,
    // Rows whose pause has ended are found like abandoned ones (`findAbandoned`), so they need no job in the queue.
    leaseUntil: notBefore ?? null,
    createdAt: clock.now(),
  })
  if (fate === 'sent' && notBefore === undefined) await jobs.enqueue(database, 'messages', id)
  return id
}

const keepMs = 7 * 24 * 60 * 60_000

export async function forgetOldMessages({ database, clock }: Pick<Outbox, 'database' | 'clock'>): Promise<void> {
  await database.delete(messages).where(lt(messages.createdAt, new Date(clock.now().getTime() - keepMs)))
}
