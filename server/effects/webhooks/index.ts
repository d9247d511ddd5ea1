export { kindOfAddress, type Resolve, resolveByDns } from './addresses.ts'
export { postToReceiver } from './post.ts'
export { newWebhookSecret, signedHeaders } from './signing.ts'
