import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { inboxMessage } from '../inbox.ts'

/** Calls that read the inbox: the messages that a server keeps because it has no service with which to send them. */
export const inboxEndpoints = {
  listInbox: endpoint({
    method: 'GET',
    path: '/inbox',
    audience: 'public',
    summary:
      'The newest 50 messages that this server has kept because it cannot send them. Only with the setting INBOX, and only for programs and pages of this computer.',
    // The handler refuses calls that came through a proxy, which it recognises by the headers that a proxy adds. The
    // schema accepts all headers, because the API document cannot list the headers of every proxy.
    headers: z.looseObject({}),
    response: z.object({ messages: z.array(inboxMessage) }),
    errors: ['not_found', 'too_many_requests'],
  }),
} as const
