export { listAudit } from './audit-log.ts'
export {
  addDirectory,
  changeAnyDirectory,
  deleteAnyDirectory,
  getAnyDirectory,
  listAllDirectories,
} from './directories.ts'
export { changeModel, listAllModels } from './models.ts'
