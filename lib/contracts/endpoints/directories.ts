import { z } from 'zod'
import { listedConsent } from '../consent.ts'
import {
  directory,
  directoryDraft,
  directoryRole,
  directoryRoleDraft,
  directorySettings,
  directorySettingsChange,
  directoryUser,
  invitation,
  invitationLink,
  peopleAnswer,
  peopleList,
  roleSearch,
  workRules,
} from '../directory.ts'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { listOf, listQuery } from '../list.ts'

const inDirectory = z.strictObject({ directoryId: z.uuid() })
const ofRole = inDirectory.extend({ roleId: z.uuid() })
const pageQuery = listQuery.omit({ search: true })
const countResponse = z.object({ count: z.number().int() })
const emptyResponse = z.object({})

const searchText = z
  .string()
  .max(2 * limits.nameMax)
  .transform((text, problem) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      problem.addIssue({ code: 'custom', message: 'Write the value of “search” as JSON.' })
      return z.NEVER
    }
  })
  .pipe(roleSearch)

/** Calls for directories (organisations): their seats, settings, people and invitations (product 12.11 to 12.15). */
export const directoryEndpoints = {
  listDirectories: endpoint({
    method: 'GET',
    path: '/user/directories',
    audience: 'user',
    summary: 'The directories in which one has a seat, by name.',
    query: listQuery,
    response: listOf(directory),
  }),
  getDirectory: endpoint({
    method: 'GET',
    path: '/user/directories/get/{directoryId}',
    audience: 'user',
    summary: 'One directory, with the permissions of one’s own seat.',
    params: inDirectory,
    permission: 'member',
    response: directory,
    errors: ['not_found'],
  }),
  createDirectory: endpoint({
    method: 'POST',
    path: '/user/directories',
    audience: 'user',
    summary:
      'Creates a directory. Its creator gets the seat "Administrator" with all permissions, and this session acts in the directory. Honours Idempotency-Key.',
    body: directoryDraft,
    response: directory,
    status: 201,
    errors: ['not_found', 'idempotency_mismatch'],
  }),
  renameDirectory: endpoint({
    method: 'PUT',
    path: '/user/directories/{directoryId}',
    audience: 'user',
    summary: 'Renames a directory.',
    params: inDirectory,
    body: directoryDraft,
    permission: 'directory.manage',
    response: directory,
    errors: ['not_found', 'forbidden'],
  }),
  deleteDirectory: endpoint({
    method: 'DELETE',
    path: '/user/directories/{directoryId}',
    audience: 'user',
    summary:
      'Deletes a directory with its seats. The things of its members stay with the members. Refused with `conflict` while the directory owns things of people whose accounts were deleted.',
    params: inDirectory,
    permission: 'directory.manage',
    response: emptyResponse,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  chooseDirectory: endpoint({
    method: 'POST',
    path: '/user/directories/choose',
    audience: 'user',
    summary: 'Sets the directory in which this session acts. Null: in none.',
    body: z.strictObject({ directoryId: z.uuid().nullable() }),
    response: emptyResponse,
    errors: ['not_found'],
  }),

  getRole: endpoint({
    method: 'GET',
    path: '/user/directories/roles/get/{directoryId}/{roleId}',
    audience: 'user',
    summary: 'One seat.',
    params: ofRole,
    permission: 'roles.manage',
    response: directoryRole,
    errors: ['not_found', 'forbidden'],
  }),
  countRoles: endpoint({
    method: 'GET',
    path: '/user/directories/roles/count/{directoryId}',
    audience: 'user',
    summary: 'The number of seats.',
    params: inDirectory,
    permission: 'roles.manage',
    response: countResponse,
    errors: ['not_found', 'forbidden'],
  }),
  countOccupiedRoles: endpoint({
    method: 'GET',
    path: '/user/directories/roles/count-occupied/{directoryId}',
    audience: 'user',
    summary: 'The number of seats in which there is a person.',
    params: inDirectory,
    permission: 'roles.manage',
    response: countResponse,
    errors: ['not_found', 'forbidden'],
  }),
  listRoles: endpoint({
    method: 'GET',
    path: '/user/directories/roles/{directoryId}',
    audience: 'user',
    summary:
      'Seats, oldest first. `search` is JSON text with `name`, `email` (parts of them), `status` and `permission`.',
    params: inDirectory,
    query: pageQuery.extend({ search: searchText.optional() }),
    permission: 'roles.manage',
    response: listOf(directoryRole),
    errors: ['not_found', 'forbidden'],
  }),
  createRole: endpoint({
    method: 'POST',
    path: '/user/directories/roles/{directoryId}',
    audience: 'user',
    summary:
      'Adds a seat. With `email`, it is offered to that person. One can only give permissions that one has. Honours Idempotency-Key.',
    params: inDirectory,
    body: directoryRoleDraft,
    permission: 'roles.manage',
    response: directoryRole,
    status: 201,
    errors: ['not_found', 'forbidden', 'conflict', 'idempotency_mismatch', 'too_many_requests'],
  }),
  updateRole: endpoint({
    method: 'PUT',
    path: '/user/directories/roles/{directoryId}/{roleId}',
    audience: 'user',
    summary:
      'Changes a seat. Another `email` offers it to that person, and null makes it open; both remove the person in the seat. The last member who manages the directory keeps seat and permission.',
    params: ofRole,
    body: directoryRoleDraft,
    permission: 'roles.manage',
    response: directoryRole,
    errors: ['not_found', 'forbidden', 'conflict', 'too_many_requests'],
  }),
  deleteRole: endpoint({
    method: 'DELETE',
    path: '/user/directories/roles/{directoryId}/{roleId}',
    audience: 'user',
    summary: 'Deletes a seat, and removes the person in it from the directory.',
    params: ofRole,
    permission: 'roles.manage',
    response: emptyResponse,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),

  addPeople: endpoint({
    method: 'POST',
    path: '/user/directories/people/{directoryId}',
    audience: 'user',
    summary:
      'Adds a seat for each person of a list, and invites the person. A line with a fault is refused with a sentence; the others are added. A person with a seat or an invitation keeps it, so the same list can be sent again. With `dryRun`, nothing is changed.',
    params: inDirectory,
    body: peopleList,
    permission: 'roles.manage',
    response: peopleAnswer,
    errors: ['not_found', 'forbidden', 'too_many_requests'],
  }),
  sendInvitation: endpoint({
    method: 'POST',
    path: '/user/directories/people/{directoryId}/{roleId}/mail',
    audience: 'user',
    summary: 'Sends the mail of an invitation again.',
    params: ofRole,
    permission: 'roles.manage',
    response: emptyResponse,
    errors: ['not_found', 'forbidden', 'conflict', 'no_mail', 'too_many_requests'],
  }),
  createInvitationLink: endpoint({
    method: 'POST',
    path: '/user/directories/people/{directoryId}/{roleId}/link',
    audience: 'user',
    summary:
      'Makes a link with which the invited person makes an account and takes the seat, within 14 days and once. It proves no email address.',
    params: ofRole,
    permission: 'roles.manage',
    response: invitationLink,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),

  getWorkRules: endpoint({
    method: 'GET',
    path: '/user/directories/rules',
    audience: 'user',
    summary: 'The rules under which one works now, taken from all organisations of one’s seats.',
    response: workRules,
  }),
  getDirectorySettings: endpoint({
    method: 'GET',
    path: '/user/directories/settings/{directoryId}',
    audience: 'user',
    summary: 'The settings of a directory.',
    params: inDirectory,
    permission: 'member',
    response: directorySettings,
    errors: ['not_found'],
  }),
  updateDirectorySettings: endpoint({
    method: 'PUT',
    path: '/user/directories/settings/{directoryId}',
    audience: 'user',
    summary:
      'Replaces the settings of a directory. A setting that is left out gets its default. With `before`, the settings as they were read, a change that somebody else made meanwhile is not overwritten.',
    params: inDirectory,
    body: directorySettingsChange,
    permission: 'directory.manage',
    response: directorySettings,
    errors: ['not_found', 'forbidden', 'changed_meanwhile'],
  }),

  listDirectoryUserIds: endpoint({
    method: 'GET',
    path: '/user/directories/users/ids/{directoryId}',
    audience: 'user',
    summary: 'The ids of the people in a directory.',
    params: inDirectory,
    permission: 'member',
    response: z.object({ userIds: z.array(z.uuid()) }),
    errors: ['not_found'],
  }),
  listDirectoryUsers: endpoint({
    method: 'GET',
    path: '/user/directories/users/list/{directoryId}',
    audience: 'user',
    summary: 'The people in a directory with their roles, by email.',
    params: inDirectory,
    query: listQuery,
    permission: 'member',
    response: listOf(directoryUser),
    errors: ['not_found'],
  }),

  listDirectoryConsents: endpoint({
    method: 'GET',
    path: '/user/directories/consents/{directoryId}',
    audience: 'user',
    summary: 'The recordings of a directory, newest first, each with the consent that was confirmed for it.',
    params: inDirectory,
    query: pageQuery,
    permission: 'audit.read',
    response: listOf(listedConsent),
    errors: ['not_found', 'forbidden'],
  }),

  listInvitations: endpoint({
    method: 'GET',
    path: '/user/directories/invitations',
    audience: 'user',
    summary: 'The seats that are offered to one’s email.',
    query: pageQuery,
    response: listOf(invitation),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/user/directories/invitations/accept/{directoryId}',
    audience: 'user',
    summary: 'Takes the offered seat. A session that acts in no directory then acts in this one.',
    params: inDirectory,
    response: directory,
    errors: ['not_found', 'conflict'],
  }),
  declineInvitation: endpoint({
    method: 'DELETE',
    path: '/user/directories/invitations/decline/{directoryId}',
    audience: 'user',
    summary: 'Declines the offered seat. The seat is open again.',
    params: inDirectory,
    response: emptyResponse,
    errors: ['not_found'],
  }),
  leaveDirectory: endpoint({
    method: 'DELETE',
    path: '/user/directories/invitations/leave/{directoryId}',
    audience: 'user',
    summary: 'Leaves a directory. The last member who manages it cannot leave.',
    params: inDirectory,
    permission: 'member',
    response: emptyResponse,
    errors: ['not_found', 'conflict'],
  }),
} as const
