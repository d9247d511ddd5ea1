export { type Channel, fateOf } from './channel.ts'
export { checkMail } from './mail-transport.ts'
export { messageWork } from './message-job.ts'
export { MetronomeFailure, type MetronomeSettings, sendUsage } from './metronome.ts'
export {
  type OriginProofs,
  originProofs,
  type PublishedProofs,
  type Resolve,
  type ResolveText,
  resolveByDns,
  resolveTextByDns,
} from './outbound/index.ts'
export { forgetOldMessages, sendMail, sendText } from './outbox.ts'
export type { Mail, MailTemplate, MailValues } from './templates.ts'
export type { TextMessage, TextTemplate } from './texts.ts'
export { newWebhookSecret, postToReceiver, signedHeaders } from './webhooks/index.ts'
export { type WrittenMessage, writeStored } from './written.ts'
