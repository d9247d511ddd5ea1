import { spawnSync } from 'node:child_process'
import { installSystemPackages } from './system-packages.ts'

/**
 * Installs PgBouncer, which one test needs, from the system's packages if it is missing. Returns true if PgBouncer is
 * installed afterwards. If it cannot be installed, prints a message and returns false.
 */
export function ensurePooler(): boolean {
  if (spawnSync('pgbouncer', ['--version']).status === 0) return true
  if (installSystemPackages(['pgbouncer'])) return true
  console.error('PgBouncer could not be installed. Install the package pgbouncer.')
  return false
}
