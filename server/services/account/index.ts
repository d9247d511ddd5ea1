export { listActing } from './acting.ts'
export { deleteAccount } from './delete.ts'
export {
  confirmAlternativeEmail,
  confirmEmailChange,
  removeAlternativeEmail,
  startAlternativeEmail,
  startEmailChange,
} from './emails.ts'
export { exportAccount } from './export.ts'
export { confirmPhone, removePhone, startPhone } from './phone.ts'
export { listViewableUserIds, listViewableUsers, permissionOf, updateAccount } from './profile.ts'
export { turnOffSecondFactor, turnOnSecondFactor, turnOnSecondFactorByPhone } from './second-factor.ts'
export { endSession, listSessions } from './sessions.ts'
