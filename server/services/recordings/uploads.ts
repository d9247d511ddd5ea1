import { Problem } from '../../problem.ts'

/** Who sends sound as files to this server now. */
export interface Uploads {
  /** Counts one more of this person's until the function it answers is called. Throws `too_many_requests`. */
  begin(userId: string): () => void
}

/** Files of one person at once: each keeps an engine as busy as it can be. */
export const uploadsPerPerson = 2

/** Counts for one server. */
export function createUploads(perPerson: number, what: 'recordings' | 'files' = 'recordings'): Uploads {
  const running = new Map<string, number>()
  return {
    begin(userId) {
      const count = running.get(userId) ?? 0
      if (count >= perPerson) {
        const message = `This account is sending ${perPerson} ${what} already. Wait until one has arrived.`
        throw new Problem('too_many_requests', message)
      }
      running.set(userId, count + 1)
      return () => {
        const left = (running.get(userId) ?? 1) - 1
        if (left === 0) running.delete(userId)
        else running.set(userId, left)
      }
    },
  }
}
