import type { endpoints } from '../../lib/contracts/index.ts'
import {
  acceptInvitation,
  addPeople,
  allowOffer,
  chooseDirectory,
  countRoles,
  createDirectory,
  createInvitationLink,
  createRole,
  declineInvitation,
  deleteDirectory,
  deleteRole,
  getDirectory,
  getDirectorySettings,
  getRole,
  getWorkRules,
  leaveDirectory,
  listDirectories,
  listDirectoryConsents,
  listDirectoryUserIds,
  listDirectoryUsers,
  listInvitations,
  listRoles,
  renameDirectory,
  sendInvitation,
  updateDirectorySettings,
  updateRole,
} from '../services/directories/index.ts'
import type { Handlers } from './handler.ts'

export const directoryHandlers: Handlers<(typeof endpoints)['directories'], 'user'> = {
  listDirectories: ({ context, principal, query }) => listDirectories(context, principal, query),
  getWorkRules: ({ context, principal }) => getWorkRules(context, principal),
  getDirectory: ({ context, principal, params }) => getDirectory(context, principal, params.directoryId),
  createDirectory: { create: ({ context, principal, body }) => createDirectory(context, principal, body) },
  renameDirectory: ({ context, principal, params, body }) =>
    renameDirectory(context, principal, params.directoryId, body),
  deleteDirectory: async ({ context, principal, params }) => {
    await deleteDirectory(context, principal, params.directoryId)
    return {}
  },
  chooseDirectory: async ({ context, principal, body }) => {
    await chooseDirectory(context, principal, body.directoryId)
    return {}
  },

  getRole: ({ context, principal, params }) => getRole(context, principal, params),
  countRoles: ({ context, principal, params }) => countRoles(context, principal, params.directoryId, 'all'),
  countOccupiedRoles: ({ context, principal, params }) =>
    countRoles(context, principal, params.directoryId, 'occupied'),
  listRoles: ({ context, principal, params, query }) => listRoles(context, principal, params.directoryId, query),
  createRole: {
    prepare: async ({ context: outside, principal, params, body }) => {
      await allowOffer(outside, principal, params.directoryId, body)
      return { create: ({ context }) => createRole(context, principal, params.directoryId, body) }
    },
  },
  updateRole: async ({ context, principal, params, body }) => {
    await allowOffer(context, principal, params.directoryId, body)
    return updateRole(context, principal, params, body)
  },
  deleteRole: async ({ context, principal, params }) => {
    await deleteRole(context, principal, params)
    return {}
  },

  addPeople: ({ context, principal, params, body }) => addPeople(context, principal, params.directoryId, body),
  sendInvitation: async ({ context, principal, params }) => {
    await sendInvitation(context, principal, params)
    return {}
  },
  createInvitationLink: ({ context, principal, params }) => createInvitationLink(context, principal, params),

  getDirectorySettings: ({ context, principal, params }) =>
    getDirectorySettings(context, principal, params.directoryId),
  updateDirectorySettings: ({ context, principal, params, body }) =>
    updateDirectorySettings(context, principal, params.directoryId, body),
  listDirectoryUserIds: ({ context, principal, params }) =>
    listDirectoryUserIds(context, principal, params.directoryId),
  listDirectoryUsers: ({ context, principal, params, query }) =>
    listDirectoryUsers(context, principal, params.directoryId, query),

  listDirectoryConsents: ({ context, principal, params, query }) =>
    listDirectoryConsents(context, principal, params.directoryId, query),

  listInvitations: ({ context, principal, query }) => listInvitations(context, principal, query),
  acceptInvitation: ({ context, principal, params }) => acceptInvitation(context, principal, params.directoryId),
  declineInvitation: async ({ context, principal, params }) => {
    await declineInvitation(context, principal, params.directoryId)
    return {}
  },
  leaveDirectory: async ({ context, principal, params }) => {
    await leaveDirectory(context, principal, params.directoryId)
    return {}
  },
}
