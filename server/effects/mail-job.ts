import { sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { describeFailure } from '../problem.ts'
import { endWith, isInterrupted, type Lease, patiently, putOff, type Work, workOn } from '../services/jobs/index.ts'
import type { Store } from '../store/index.ts'
import { places } from '../store/places.ts'
import { messages } from '../store/schema/index.ts'
import type { StoredMail } from './outbox.ts'
import { writeMail } from './templates.ts'

export interface MailJobDeps {
  config: Pick<Config, 'mailUrl' | 'mailFrom' | 'jobsAtOnce'>
  store: Store
  clock: Clock
  log: Logger
}

const attemptsMax = 8
/** Pause after the first failed attempt. Each further one is three times as long; the last one is 24 minutes. */
const firstPauseSeconds = 2
const growth = 3
/** A mail server that does not answer within this time counts as a failed attempt. */
const silenceMs = 10_000

/** The job that sends the mails of the outbox. */
export function mailWork({ config, store, clock, log }: MailJobDeps): Work {
  const timeouts = { connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs }
  const transport = config.mailUrl === null ? null : createTransport({ url: config.mailUrl, ...timeouts })

  async function send({ id, row }: Lease<typeof messages.$inferSelect>): Promise<'sent' | 'failed'> {
    if (transport === null) throw new Error('There is no mail server.')
    const mail = row.content && (store.encryption.unseal(places.message(id), row.content) as StoredMail)
    if (mail === null || row.attempt > attemptsMax) return 'failed'
    if (mail.uselessAfter !== undefined && new Date(mail.uselessAfter) <= clock.now()) return 'failed'
    const domain = config.mailFrom?.split('@').at(-1) ?? 'chartside'
    await transport.sendMail({
      from: { name: 'Chartside', address: config.mailFrom ?? '' },
      to: { name: '', address: mail.to },
      // A server that stops after sending, and before it can say so, sends the mail again. With the same id, mail
      // programs show it once.
      messageId: `<${id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      ...writeMail(mail.template, mail.values as never),
    })
    return 'sent'
  }

  return workOn({
    queue: 'messages',
    atOnce: config.jobsAtOnce.messages,
    table: messages,
    store,
    log,
    make: async (lease, closing) => {
      const { attempt } = lease.row
      let status: 'sent' | 'failed'
      try {
        status = await send(lease)
      } catch (error) {
        if (isInterrupted(error, lease, closing) && !isOfMailServer(error)) throw error
        log.warn({ messageId: lease.id, attempt, ...describeFailure(error) }, 'a mail was not sent')
        if (!isRefusedForGood(error) && attempt < attemptsMax) {
          const pause = sql`${firstPauseSeconds * growth ** (attempt - 1)} * interval '1 second'`
          return patiently(() => putOff(store.database, messages, lease, pause), closing)
        }
        status = 'failed'
      }
      await patiently(() => endWith(store, messages, lease, { status, content: null }), closing)
    },
  })
}

/** True for errors of the mail server. Their codes, such as ECONNREFUSED, are also those of a database that is away. */
const isOfMailServer = (error: unknown): boolean =>
  error instanceof Error && 'command' in error && typeof error.command === 'string'

/** True if the mail server will never accept this mail, for example because the address does not exist (5xx). */
const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
