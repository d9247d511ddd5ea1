import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { inboxMessage } from '../inbox.ts'

/** The messages of a server that cannot send any. */
export const inboxEndpoints = {
  listInbox: endpoint({
    method: 'GET',
    path: '/inbox',
    audience: 'public',
    summary:
      'The newest 50 messages that this server has kept because it cannot send them. Only with the setting INBOX, and only for programs and pages of this computer.',
    // The document cannot list the headers of a proxy. The handler reads them to refuse such a call.
    headers: z.looseObject({}),
    response: z.object({ messages: z.array(inboxMessage) }),
    errors: ['not_found', 'too_many_requests'],
  }),
} as const
