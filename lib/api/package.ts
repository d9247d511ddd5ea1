/** Entry point of the client library for other developers (`npm run build:sdk`). */
export type { ErrorBody, ErrorCode } from '../contracts/index.ts'
export { ApiError } from './api-error.ts'
export type { CallOptions } from './client.ts'
export {
  type Calls,
  createBearerClient,
  createCustomerClient,
  createKeyClient,
  createUserClient,
  type PartnerOptions,
} from './partner-clients.ts'
