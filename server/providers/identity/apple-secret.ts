import { importPKCS8, SignJWT } from 'jose'
import type { AppleSettings } from './settings.ts'

/**
 * Signs a client secret for requests to Apple, which issues no fixed client secret. The secret is valid for 5 minutes.
 */
export async function appleClientSecret(
  { clientId, teamId, keyId, privateKey }: AppleSettings,
  audience: string,
): Promise<string> {
  const key = await importPKCS8(privateKey, 'ES256')
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key)
}
