import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { authorization, returnedSecret, returnPlace, workspacePeople } from '../oauth.ts'

const directoryId = z.uuid().optional()

/** Calls that list the people of a Google Workspace, so that they can be invited without typing their addresses. */
export const workspaceEndpoints = {
  getGoogleDirectoryUrl: endpoint({
    method: 'GET',
    path: '/user/google/url/directory',
    audience: 'user',
    permission: 'roles.manage',
    summary:
      "Asks Google for the permission to read the people of a Workspace once: answers the address of Google's page. Without `directoryId`: for the directory in which the session acts.",
    query: returnPlace.extend({ directoryId }),
    response: authorization,
    errors: ['not_found', 'forbidden', 'no_provider', 'provider_failed'],
  }),
  listGooglePeople: endpoint({
    method: 'POST',
    path: '/user/google/directory',
    audience: 'user',
    permission: 'roles.manage',
    summary: 'Lists the people of the Workspace, once, with the secret that the browser got after that page.',
    body: returnedSecret,
    response: workspacePeople,
    errors: ['wrong_code', 'not_found', 'forbidden', 'provider_refused', 'provider_failed', 'email_unverified'],
  }),
} as const
