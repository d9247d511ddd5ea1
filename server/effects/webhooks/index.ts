export { postToReceiver } from './post.ts'
export { newWebhookSecret, signedHeaders } from './signing.ts'
