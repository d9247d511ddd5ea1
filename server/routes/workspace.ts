import type { endpoints } from '../../lib/contracts/index.ts'
import { listGooglePeople, startDirectory } from '../services/oauth/index.ts'
import type { Handlers } from './handler.ts'

export const workspaceHandlers: Handlers<(typeof endpoints)['workspace'], 'user'> = {
  getGoogleDirectoryUrl: ({ context, principal, query }) => startDirectory(context, principal, query),
  listGooglePeople: ({ context, principal, body }) => listGooglePeople(context, principal, body),
}
