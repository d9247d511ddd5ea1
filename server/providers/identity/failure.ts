import { z } from 'zod'

/**
 * The step at which a sign-in through a provider failed. The server stores the step until the browser asks for the
 * result of the sign-in, and names it in the error.
 *
 * - discovery: the URLs of the provider could not be read.
 * - exchange: the provider did not give tokens for its authorization code.
 * - keys: the keys that sign ID tokens could not be read.
 * - id-token: signature, issuer, audience, time or nonce of the ID token is wrong.
 * - email: the provider names no email address that it has confirmed.
 * - cancelled: the person did not agree, or the provider refused.
 * - people: the people of a Workspace could not be read.
 */
export const providerStage = z.enum(['discovery', 'exchange', 'keys', 'id-token', 'email', 'cancelled', 'people'])
export type ProviderStage = z.infer<typeof providerStage>

/**
 * Thrown if a sign-in provider could not be reached, refused, or sent a wrong answer. The message is for logs and tests
 * only.
 */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly stage: ProviderStage

  constructor(stage: ProviderStage, message: string, cause?: unknown) {
    super(message, { cause })
    this.stage = stage
  }
}
