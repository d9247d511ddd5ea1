import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, as it is handed out once. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token. It is random, so that a plain hash cannot be guessed back. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
