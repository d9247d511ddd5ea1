import { Problem } from '../../problem.ts'

export interface Uploads {
  /**
   * Counts an upload. Call the returned function when the upload ends. Throws `too_many_requests` if the user has too
   * many uploads.
   */
  begin(userId: string): () => void
}

/** Maximum number of uploads of one user at the same time. Each upload keeps an engine fully busy. */
export const uploadsPerPerson = 2

export function createUploads(perPerson: number, what: 'recordings' | 'files' = 'recordings'): Uploads {
  const running = new Map<string, number>()
  return {
    begin(userId) {
      const count = running.get(userId) ?? 0
      if (count >= perPerson) {
        const message = `You are already sending ${perPerson} ${what}. Wait until one of them has arrived.`
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
