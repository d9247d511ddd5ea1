export { addAccess, allowOwnerOffer, changeAccess, getAccess, listAccess, removeAccess } from './access.ts'
export { listAudit } from './audit-log.ts'
export {
  addDirectory,
  allowManagementOffer,
  changeAnyDirectory,
  deleteAnyDirectory,
  getAnyDirectory,
  listAllDirectories,
} from './directories.ts'
export { changeModel, listAllModels } from './models.ts'
