import type { endpoints } from '../../lib/contracts/index.ts'
import { listInbox } from '../services/inbox.ts'
import type { Handlers } from './handler.ts'

export const inboxHandlers: Handlers<(typeof endpoints)['inbox'], 'public'> = {
  listInbox: ({ context, principal, headers }) => listInbox(context, principal, headers),
}
