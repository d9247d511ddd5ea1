import type { endpoints } from '../../lib/contracts/index.ts'
import { listInbox } from '../services/inbox.ts'
import type { Handlers } from './handler.ts'

/** Handler that lists the messages that the server keeps in its inbox, for callers on the same computer. */
export const inboxHandlers: Handlers<(typeof endpoints)['inbox'], 'public'> = {
  listInbox: ({ context, principal, headers }) => listInbox(context, principal, headers),
}
