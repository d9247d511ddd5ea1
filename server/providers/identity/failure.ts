import { z } from 'zod'

/**
 * The step at which a sign-in through a provider failed. It is stored until the browser exchanges its secret, and the
 * error for the browser names it.
 *
 * - discovery: the provider's own addresses could not be read.
 * - exchange: the provider did not give tokens for its code.
 * - keys: the keys that sign ID tokens could not be read.
 * - id-token: signature, issuer, audience, time or nonce of the ID token is wrong.
 * - email: the provider names no email address that it has confirmed.
 * - cancelled: the person did not agree, or the provider refused.
 * - people: the people of a Workspace could not be read.
 */
export const providerStage = z.enum(['discovery', 'exchange', 'keys', 'id-token', 'email', 'cancelled', 'people'])
export type ProviderStage = z.infer<typeof providerStage>

/** A provider could not be reached, refused, or sent a wrong answer. The message is for logs and tests only. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly stage: ProviderStage

  constructor(stage: ProviderStage, message: string, cause?: unknown) {
    super(message, { cause })
    this.stage = stage
  }
}
