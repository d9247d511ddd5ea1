import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { ProviderFailure } from './failure.ts'

/** Parses a boolean claim. Apple sends booleans as text. */
const truth = z.preprocess((value) => value === true || value === 'true' || value === 1 || value === '1', z.boolean())

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  azp: z.string().optional(),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: truth,
  /** Microsoft: true if the tenant has proved that it owns the domain of the email address. */
  xms_edov: truth,
  tid: z.uuid().optional(),
  name: z.string().optional().catch(undefined),
})
export type Claims = z.infer<typeof claims>

export interface Expected {
  /** The issuer. It may contain `{tenantid}`, as the issuer of Microsoft does. */
  issuer: string
  clientId: string
  isNonce: (nonce: string) => boolean
}

const keysTimeoutMs = 10_000
const clockToleranceSeconds = 60

export const keysOf = (jwksUri: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: keysTimeoutMs })

/**
 * True if the error means that the ID token is wrong. Every other error means that the keys of the provider could not
 * be read.
 */
const isOfToken = (error: unknown): boolean =>
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWTExpired ||
  error instanceof errors.JWTInvalid ||
  error instanceof errors.JWSInvalid ||
  error instanceof errors.JWSSignatureVerificationFailed ||
  error instanceof errors.JOSEAlgNotAllowed ||
  error instanceof errors.JOSENotSupported ||
  error instanceof errors.JWKSNoMatchingKey

/**
 * Checks signature, issuer, audience, time and nonce of an ID token, and returns its claims. Throws a
 * `ProviderFailure` of the stage `id-token`, or `keys` if the keys of the provider could not be read.
 */
export async function verifyIdToken(idToken: string, keys: JWTVerifyGetKey, expectation: Expected): Promise<Claims> {
  const payload = await jwtVerify(idToken, keys, {
    audience: expectation.clientId,
    // Accepts only algorithms with a public key. With HS256, whoever knows the client secret could sign a token.
    algorithms: ['RS256', 'PS256', 'ES256'],
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'],
    clockTolerance: clockToleranceSeconds,
  }).then(
    (verified) => verified.payload,
    (error: unknown) => {
      throw new ProviderFailure(isOfToken(error) ? 'id-token' : 'keys', 'The ID token could not be verified.', error)
    },
  )
  const result = claims.safeParse(payload)
  if (!result.success) throw new ProviderFailure('id-token', 'The ID token lacks a claim.')
  const { iss, nonce, azp, tid } = result.data
  if (iss !== expectation.issuer.replace('{tenantid}', tid ?? ''))
    throw new ProviderFailure('id-token', 'A wrong issuer.')
  if (azp !== undefined && azp !== expectation.clientId) throw new ProviderFailure('id-token', 'A wrong party.')
  if (!expectation.isNonce(nonce)) throw new ProviderFailure('id-token', 'A wrong nonce.')
  return result.data
}
