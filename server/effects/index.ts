export { mailWork } from './mail-job.ts'
export { forgetOldMessages, type Mail, sendMail } from './outbox.ts'
export type { MailTemplate, MailValues } from './templates.ts'
