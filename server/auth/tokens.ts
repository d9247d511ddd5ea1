import { createHash, randomBytes } from 'node:crypto'

/** A random secret of 256 bits, in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Hash under which a token is stored. A plain SHA-256 is enough, because a random token cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
