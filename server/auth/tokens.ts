import { createHash, randomBytes } from 'node:crypto'

/** Creates a random secret of 256 bits, in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * Returns the hash under which a token is stored. A plain SHA-256 is enough: a token is random, so an attacker cannot
 * find it by trying likely values.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
