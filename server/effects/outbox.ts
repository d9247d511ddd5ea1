import { randomUUID } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Jobs } from '../services/jobs/index.ts'
import type { Database, Store } from '../store/index.ts'
import { places } from '../store/places.ts'
import { messages } from '../store/schema/index.ts'
import type { MailTemplate, MailValues } from './templates.ts'

/** A mail that must be sent. */
export type Mail = {
  [Template in MailTemplate]: {
    to: string
    template: Template
    values: MailValues[Template]
    /** After this time the mail is useless and is not sent any more. Absent: no such time. */
    uselessAfter?: Date
  }
}[MailTemplate]

interface Outbox {
  config: Pick<Config, 'mailUrl'>
  store: Pick<Store, 'encryption'>
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  /** The transaction of the cause. */
  database: Database
}

/** What is stored of a mail until it is sent. */
export interface StoredMail {
  to: string
  template: MailTemplate
  values: MailValues[MailTemplate]
  uselessAfter?: string
}

/**
 * Writes a mail into the outbox. Call it in the transaction of its cause: then the mail is sent if, and only if, that
 * transaction is committed. Without a mail server nothing is stored, because nothing could ever send it.
 *
 * With `onlyPretend` the same rows are written and nothing is sent. So a call takes the same time for an unknown person.
 */
export async function sendMail(
  { config, store, jobs, clock, database }: Outbox,
  mail: Mail,
  { onlyPretend = false }: { onlyPretend?: boolean } = {},
): Promise<void> {
  if (config.mailUrl === null) return
  const id = randomUUID()
  const content = store.encryption.seal(places.message(id), mail)
  await database.insert(messages).values({
    id,
    channel: 'mail',
    status: onlyPretend ? 'sent' : 'generating',
    content: onlyPretend ? null : content,
    createdAt: clock.now(),
  })
  await jobs.enqueue(database, 'messages', id)
}

const keepMs = 7 * 24 * 60 * 60_000

/** Deletes the rows of messages that are older than a week, sent or not. */
export async function forgetOldMessages({ database, clock }: Pick<Outbox, 'database' | 'clock'>): Promise<void> {
  await database.delete(messages).where(lt(messages.createdAt, new Date(clock.now().getTime() - keepMs)))
}
