export { ApiError, refusedError } from './api-error.ts'
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type Credential,
  createClient,
} from './client.ts'
export { startWithProvider } from './provider-sign-in.ts'
export { checkServer, type ServerCheck } from './server-check.ts'
export { createSessionKeeper, type SessionKeeper, type SessionStorage } from './session-keeper.ts'
export { type CodeStep, type Contact, createSignIn, type ProviderPage, type SignIn } from './sign-in.ts'
