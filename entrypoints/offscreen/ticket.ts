import { background } from '../../lib/browser/messages.ts'
import { otherServerCode } from '../../lib/browser/own-server.ts'
import { TicketRefused } from '../../lib/transcript/socket.ts'

/** What is left of the server's answer after its way through a message. */
const answerOf = (error: unknown) => {
  const { status, code, detail } = Object(error) as { status?: unknown; code?: unknown; detail?: unknown }
  return { status, code, detail: typeof detail === 'string' ? detail : null }
}

/** Why the service worker gives out nothing for this recording's server, in a sentence; null for every other failure. */
export function otherServer(error: unknown): string | null {
  const { code, detail } = answerOf(error)
  return code === otherServerCode ? detail : null
}

/**
 * A ticket for one connection, from the service worker: this page cannot reach the session.
 * null where nobody is signed in and nothing is to be stored: the server decides. Throws TicketRefused when asking again cannot help.
 */
export async function askTicket(asked: { anonymous: boolean; serverUrl: string }): Promise<string | null> {
  const { anonymous, serverUrl } = asked
  try {
    return (await background.sendMessage('transcription.ticket', { serverUrl })).ticket
  } catch (error) {
    const refusal = otherServer(error)
    if (refusal !== null) throw new TicketRefused(refusal, { cause: error })
    const { status, code, detail } = answerOf(error)
    if (status === 401 && anonymous) return null
    if (status === 401) throw new TicketRefused('Sign in to record.', { cause: error })
    if (status === 403 || code === 'no_engine')
      throw new TicketRefused(detail ?? 'This server does not transcribe.', { cause: error })
    throw error
  }
}
