export { type CheckContext, type Checked, checkDraft, emptyResult, unclearResult } from './check.ts'
export { linkQuotes } from './links.ts'
export { takeStock } from './support.ts'
