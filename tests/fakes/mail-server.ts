import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'

/** A mail as the server has received it. */
export interface ReceivedMail {
  to: string
  /** The whole mail with its headers. */
  raw: string
  messageId: string
}

/** A real SMTP server in this process. It keeps every mail that it has accepted. */
export interface MailServer {
  url: string
  port: number
  /** Accepted mails, oldest first. */
  mails: ReceivedMail[]
  /** The receivers of all mails that were offered, accepted or refused. */
  offered: string[]
  /** SMTP status with which the next mails are refused. Null: they are accepted. */
  refuseWith: number | null
  /** Waits for a mail to this address for which `fits` is true, and returns the newest one. */
  mailTo(address: string, fits?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
  /** Waits for a mail with a code to this address, and returns the newest code. Ignores the code `before`. */
  codeFor(address: string, before?: string): Promise<string>
  close(): Promise<void>
}

const codeIn = ({ raw }: ReceivedMail) => /Your code is (\d{6})/.exec(raw)?.[1]

export async function startMailServer({ port = 0 }: { port?: number } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const offered: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      offered.push(address)
      const status = server.refuseWith
      done(status === null ? null : Object.assign(new Error('Not now.'), { responseCode: status }))
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8')
        const messageId = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? ''
        for (const { address } of envelope.rcptTo) mails.push({ to: address, raw, messageId })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
  const listening = smtp.server.address() as AddressInfo
  const server: MailServer = {
    url: `smtp://127.0.0.1:${listening.port}`,
    port: listening.port,
    mails,
    offered,
    refuseWith: null,
    async mailTo(address, fits = () => true) {
      const found = () => mails.findLast((mail) => mail.to === address && fits(mail))
      await expect.poll(() => found() !== undefined).toBe(true)
      return found() as ReceivedMail
    },
    async codeFor(address, before) {
      const mail = await server.mailTo(address, (one) => ![undefined, before].includes(codeIn(one)))
      return codeIn(mail) ?? ''
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
  return server
}
