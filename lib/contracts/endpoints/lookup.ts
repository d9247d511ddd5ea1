import { z } from 'zod'
import { email } from '../account.ts'
import { directorySettings, directoryUser, knownSeat } from '../directory.ts'
import { endpoint } from '../endpoint.ts'

const byEmail = z.strictObject({ email })
const byUserId = z.strictObject({ userId: z.uuid() })
const inDirectory = z.strictObject({ directoryId: z.uuid() })
const seats = z.object({ directories: z.array(knownSeat) })
const settings = z.object({
  settings: z.array(z.object({ directoryId: z.uuid(), settings: directorySettings })),
})

/**
 * Calls that look up a person. Callers can look up themselves, and people with whom they share a directory; the
 * response then contains only the shared directories. An administrator of the product can look up everybody. In all
 * other cases the response is `not_found`, so that nobody can find out who has an account (product 12.16).
 */
export const lookupEndpoints = {
  lookUpDirectoriesByEmail: endpoint({
    method: 'GET',
    path: '/user/lookup/directories/by-email',
    audience: 'user',
    summary: 'The directories that one shares with the person with this email.',
    query: byEmail,
    response: seats,
    errors: ['not_found'],
  }),
  lookUpDirectoriesByUserId: endpoint({
    method: 'GET',
    path: '/user/lookup/directories/by-user-id',
    audience: 'user',
    summary: 'The directories that one shares with this person.',
    query: byUserId,
    response: seats,
    errors: ['not_found'],
  }),
  lookUpOwnDirectories: endpoint({
    method: 'GET',
    path: '/user/lookup/directories/self',
    audience: 'user',
    summary: 'One’s own directories.',
    response: seats,
  }),
  lookUpSettingsByEmail: endpoint({
    method: 'GET',
    path: '/user/lookup/settings/by-email',
    audience: 'user',
    summary: 'The settings of the directories that one shares with the person with this email.',
    query: byEmail,
    response: settings,
    errors: ['not_found'],
  }),
  lookUpSettingsByUserId: endpoint({
    method: 'GET',
    path: '/user/lookup/settings/by-user-id',
    audience: 'user',
    summary: 'The settings of the directories that one shares with this person.',
    query: byUserId,
    response: settings,
    errors: ['not_found'],
  }),
  lookUpOwnSettings: endpoint({
    method: 'GET',
    path: '/user/lookup/settings/self',
    audience: 'user',
    summary: 'The settings of one’s own directories.',
    response: settings,
  }),
  lookUpIdByEmail: endpoint({
    method: 'GET',
    path: '/user/lookup/id/by-email',
    audience: 'user',
    summary: 'The id of the person with this email.',
    query: byEmail,
    response: z.object({ userId: z.uuid() }),
    errors: ['not_found'],
  }),
  lookUpMemberByEmail: endpoint({
    method: 'GET',
    path: '/user/lookup/directory/{directoryId}/by-email',
    audience: 'user',
    summary: 'The person with this email, as a member of a directory.',
    params: inDirectory,
    query: byEmail,
    permission: 'member',
    response: directoryUser,
    errors: ['not_found'],
  }),
  lookUpMemberByUserId: endpoint({
    method: 'GET',
    path: '/user/lookup/directory/{directoryId}/by-user-id',
    audience: 'user',
    summary: 'A person, as a member of a directory.',
    params: inDirectory,
    query: byUserId,
    permission: 'member',
    response: directoryUser,
    errors: ['not_found'],
  }),
  lookUpOwnMembership: endpoint({
    method: 'GET',
    path: '/user/lookup/directory/{directoryId}/self',
    audience: 'user',
    summary: 'Oneself, as a member of a directory.',
    params: inDirectory,
    permission: 'member',
    response: directoryUser,
    errors: ['not_found'],
  }),
} as const
