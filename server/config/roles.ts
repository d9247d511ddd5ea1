/** What a server does (product 15.6). */
export const roles = ['all', 'web', 'live', 'jobs'] as const

export type Role = (typeof roles)[number]

interface Duties {
  /** Serves the calls, the portal and the embedded parts. */
  calls: boolean
  /** Takes live recordings. */
  recordings: boolean
  /** Writes notes and templates, reads files, sends messages, and deletes what is too old. */
  jobs: boolean
}

export const dutiesOf: Record<Role, Duties> = {
  all: { calls: true, recordings: true, jobs: true },
  web: { calls: true, recordings: false, jobs: false },
  live: { calls: true, recordings: true, jobs: false },
  jobs: { calls: false, recordings: false, jobs: true },
}
