export { createReport } from './create.ts'
export { deleteReport, editReport } from './edit.ts'
export { followReport, waitForReport } from './follow.ts'
export { getReport, listReports } from './read.ts'
