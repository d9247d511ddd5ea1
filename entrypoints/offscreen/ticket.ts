import { background } from '../../lib/browser/messages.ts'
import { TicketRefused } from '../../lib/transcript/socket.ts'

/** What is left of the server's answer after its way through a message. */
const answerOf = (error: unknown) => {
  const { status, code, detail } = Object(error) as { status?: unknown; code?: unknown; detail?: unknown }
  return { status, code, detail: typeof detail === 'string' ? detail : null }
}

/**
 * A ticket for one connection, from the service worker: this page cannot reach the session.
 * null where nobody is signed in and nothing is to be stored: the server decides. Throws TicketRefused when asking again cannot help.
 */
export async function askTicket({ anonymous }: { anonymous: boolean }): Promise<string | null> {
  try {
    return (await background.sendMessage('transcription.ticket')).ticket
  } catch (error) {
    const { status, code, detail } = answerOf(error)
    if (status === 401 && anonymous) return null
    if (status === 401) throw new TicketRefused('Sign in to record.', { cause: error })
    if (status === 403 || code === 'no_engine')
      throw new TicketRefused(detail ?? 'This server does not transcribe.', { cause: error })
    throw error
  }
}
