import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { DeliveryFailed, type Transport } from './transport.ts'

const silenceMs = 10_000

export function mailTransport({ mailUrl, mailFrom }: Pick<Config, 'mailUrl' | 'mailFrom'>): Transport | null {
  if (mailUrl === null) return null
  const timeouts = { connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs }
  const transport = createTransport({ url: mailUrl, ...timeouts })
  const domain = mailFrom?.split('@').at(-1) ?? 'chartside'
  return {
    async send({ to, subject, text, html }, { id }) {
      const mail = {
        from: { name: 'Chartside', address: mailFrom ?? '' },
        to: { name: '', address: to },
        // If a server stops after sending the mail and before storing that the mail was sent, the mail is sent again.
        // Mail programs show two mails with the same Message-ID as one mail.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        subject: subject ?? '',
        text,
        html: html ?? '',
      }
      await transport.sendMail(mail).catch((error: unknown) => {
        const { code } = Object(error)
        throw new DeliveryFailed(typeof code === 'string' ? code : 'unknown', {
          isFinal: isRefusedForGood(error),
          cause: error,
        })
      })
    },
  }
}

/** Connects to the mail server and signs in, without sending. Returns null, or a short reason why that failed. */
export async function checkMail({ mailUrl }: Pick<Config, 'mailUrl'>): Promise<string | null> {
  if (mailUrl === null) return 'MAIL_URL is not set'
  const timeouts = { connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs }
  const transport = createTransport({ url: mailUrl, ...timeouts })
  try {
    await transport.verify()
    return null
  } catch (error) {
    const { code } = Object(error)
    return typeof code === 'string' ? code : 'unknown'
  } finally {
    transport.close()
  }
}

const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
