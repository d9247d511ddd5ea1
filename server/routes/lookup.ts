import type { endpoints } from '../../lib/contracts/index.ts'
import { lookUpDirectories, lookUpMember, lookUpSettings, lookUpUserId } from '../services/lookup.ts'
import type { Handlers } from './handler.ts'

export const lookupHandlers: Handlers<(typeof endpoints)['lookup'], 'user'> = {
  lookUpDirectoriesByEmail: ({ context, principal, query }) => lookUpDirectories(context, principal, query),
  lookUpDirectoriesByUserId: ({ context, principal, query }) => lookUpDirectories(context, principal, query),
  lookUpOwnDirectories: ({ context, principal }) => lookUpDirectories(context, principal, { userId: principal.userId }),
  lookUpSettingsByEmail: ({ context, principal, query }) => lookUpSettings(context, principal, query),
  lookUpSettingsByUserId: ({ context, principal, query }) => lookUpSettings(context, principal, query),
  lookUpOwnSettings: ({ context, principal }) => lookUpSettings(context, principal, { userId: principal.userId }),
  lookUpIdByEmail: ({ context, principal, query }) => lookUpUserId(context, principal, query),
  lookUpMemberByEmail: ({ context, principal, params, query }) =>
    lookUpMember(context, principal, params.directoryId, query),
  lookUpMemberByUserId: ({ context, principal, params, query }) =>
    lookUpMember(context, principal, params.directoryId, query),
  lookUpOwnMembership: ({ context, principal, params }) =>
    lookUpMember(context, principal, params.directoryId, { userId: principal.userId }),
}
