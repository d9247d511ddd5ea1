import { background } from '../../lib/browser/messages.ts'
import { notOursCode, type RecordingOwner } from '../../lib/browser/own-server.ts'
import type { ConfirmedConsent } from '../../lib/contracts/index.ts'
import { TicketRefused } from '../../lib/transcript/socket/socket.ts'

/**
 * Returns status, code and detail of an error that the service worker has thrown. The class `ApiError` is lost in an
 * extension message: the receiver gets a plain `Error` with these three properties.
 */
const answerOf = (error: unknown) => {
  const { status, code, detail } = Object(error) as { status?: unknown; code?: unknown; detail?: unknown }
  return { status, code, detail: typeof detail === 'string' ? detail : null }
}

/**
 * Returns the message for the user if the service worker has refused a call for a recording, because another server is
 * set or another account is signed in now. Returns null for every other error.
 */
export function notOurs(error: unknown): string | null {
  const { code, detail } = answerOf(error)
  return code === notOursCode ? detail : null
}

/**
 * Asks the service worker for a ticket for one connection, because this page cannot read the session. Returns null if
 * no user is signed in and `anonymous` is true; the server then decides if it accepts the connection. Throws
 * TicketRefused when a retry cannot succeed.
 */
export async function askTicket(
  request: RecordingOwner & { anonymous: boolean; consent: ConfirmedConsent | null },
): Promise<string | null> {
  const { anonymous, ...recording } = request
  try {
    return (await background.sendMessage('transcription.ticket', recording)).ticket
  } catch (error) {
    const refusal = notOurs(error)
    if (refusal !== null) throw new TicketRefused(refusal, { cause: error })
    const { status, code, detail } = answerOf(error)
    if (status === 401 && anonymous) return null
    if (status === 401) throw new TicketRefused('Sign in to record.', { cause: error })
    if (status === 403 || code === 'no_engine')
      throw new TicketRefused(detail ?? 'This server cannot turn speech into text. Type what happened instead.', {
        cause: error,
      })
    throw error
  }
}
