export { type Restored, restoreBackup } from './restore.ts'
export type { Contents } from './tables.ts'
export { writeBackup } from './write.ts'
