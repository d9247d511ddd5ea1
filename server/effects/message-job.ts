import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { describeFailure } from '../problem.ts'
import { endWith, isInterrupted, type Lease, patiently, putOff, type Work, workOn } from '../services/jobs/index.ts'
import type { Store } from '../store/index.ts'
import { places } from '../store/places.ts'
import { messages } from '../store/schema/index.ts'
import type { Channel } from './channel.ts'
import { mailTransport } from './mail-transport.ts'
import { textTransport } from './text-transport.ts'
import { DeliveryFailed, type Transport } from './transport.ts'
import { writeStored } from './written.ts'

export interface MessageJobDeps {
  config: Pick<Config, 'mailUrl' | 'mailFrom' | 'twilio' | 'jobsAtOnce'>
  store: Store
  clock: Clock
  log: Logger
}

const attemptsMax = 8
/**
 * Pause in seconds after the first failed attempt. Each further pause is three times as long; the longest is 24
 * minutes.
 */
const firstPauseSeconds = 2
const growth = 3

/**
 * The job that sends the messages of the outbox. Null if this server can send neither mails nor text messages. In that
 * case, messages that were stored with an earlier configuration wait in the outbox.
 */
export function messageWork({ config, store, clock, log }: MessageJobDeps): Work | null {
  const transports: Record<Channel, Transport | null> = { mail: mailTransport(config), text: textTransport(config) }
  if (transports.mail === null && transports.text === null) return null

  async function send(
    { id, row }: Lease<typeof messages.$inferSelect>,
    signal: AbortSignal,
  ): Promise<'sent' | 'failed'> {
    const transport = transports[row.channel]
    if (transport === null) throw new DeliveryFailed('no service', { isFinal: false })
    if (row.content === null || row.attempt > attemptsMax) return 'failed'
    const message = writeStored(row.channel, store.encryption.unseal(places.message(id), row.content))
    if (message.uselessAfter !== null && message.uselessAfter <= clock.now()) return 'failed'
    await transport.send(message, { id, signal })
    return 'sent'
  }

  return workOn({
    queue: 'messages',
    atOnce: config.jobsAtOnce.messages,
    table: messages,
    store,
    log,
    make: async (lease, closing) => {
      const { attempt, channel } = lease.row
      let status: 'sent' | 'failed'
      try {
        status = await send(lease, AbortSignal.any([closing, lease.signal]))
      } catch (error) {
        // If the database failed, the error is rethrown and the message stays in the outbox. The error code does not
        // show which of the two failed: an unreachable mail service and an unreachable database have the same codes,
        // such as ECONNREFUSED. But only the mail service causes DeliveryFailed.
        if (!(error instanceof DeliveryFailed) && isInterrupted(error, lease, closing)) throw error
        log.warn({ messageId: lease.id, channel, attempt, ...describeFailure(error) }, 'a message was not sent')
        const isFinal = error instanceof DeliveryFailed && error.isFinal
        if (!isFinal && attempt < attemptsMax) {
          const pause = sql`${firstPauseSeconds * growth ** (attempt - 1)} * interval '1 second'`
          return patiently(() => putOff(store.database, messages, lease, pause), closing)
        }
        status = 'failed'
      }
      await patiently(() => endWith(store, messages, lease, { status, content: null }), closing)
    },
  })
}
