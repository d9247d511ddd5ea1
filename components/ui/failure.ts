import { ApiError } from '../../lib/api/index.ts'

/** One plain sentence for the person, whatever failed: the server's own where it gave one. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? error.message
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Try again.'
}

/** True when no answer came at all: server or network is away. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.offline
}
