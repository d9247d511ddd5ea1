export { type CheckContext, type Checked, checkDraft, emptyResult } from './check.ts'
export { takeStock } from './support.ts'
