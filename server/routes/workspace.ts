import type { endpoints } from '../../lib/contracts/index.ts'
import { listGooglePeople, startDirectory } from '../services/oauth/index.ts'
import type { Handlers } from './handler.ts'

/** Handlers that read the list of people from a Google Workspace. */
export const workspaceHandlers: Handlers<(typeof endpoints)['workspace'], 'user'> = {
  getGoogleDirectoryUrl: ({ context, principal, query }) => startDirectory(context, principal, query),
  listGooglePeople: ({ context, principal, body }) => listGooglePeople(context, principal, body),
}
