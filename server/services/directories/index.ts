export { listDirectoryConsents } from './consents.ts'
export { acceptInvitation, declineInvitation, leaveDirectory, listInvitations } from './invitations.ts'
export {
  chooseDirectory,
  createDirectory,
  deleteDirectory,
  getDirectory,
  listDirectories,
  removeDirectory,
  renameDirectory,
} from './manage.ts'
export { billingManagers, listDirectoryUserIds, listDirectoryUsers, selectMembers } from './members.ts'
export { createInvitationLink, sendInvitation } from './offers.ts'
export { addPeople } from './people.ts'
export { allowOffer, countRoles, createRole, deleteRole, getRole, listRoles, updateRole } from './roles.ts'
export { getDirectorySettings, getWorkRules, updateDirectorySettings } from './settings.ts'
