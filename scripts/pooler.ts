import { spawnSync } from 'node:child_process'
import { installSystemPackages } from './system-packages.ts'

/**
 * Installs PgBouncer for its test, if it is missing and the system's packages offer it. Returns true if it is there.
 */
export function ensurePooler(): boolean {
  if (spawnSync('pgbouncer', ['--version']).status === 0) return true
  if (installSystemPackages(['pgbouncer'])) return true
  console.error('PgBouncer could not be installed. Install the package pgbouncer.')
  return false
}
