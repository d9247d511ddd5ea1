import { spawnSync } from 'node:child_process'
import { installSystemPackages } from './system-packages.ts'

/**
 * Installs Prometheus, which one test needs, from the system's packages if it is missing. Returns true if it is installed
 * afterwards. If it cannot be installed, prints a message and returns false.
 */
export function ensurePrometheus(): boolean {
  if (spawnSync('promtool', ['--version']).status === 0) return true
  if (installSystemPackages(['prometheus'])) return true
  console.error('Prometheus could not be installed. Install the package prometheus.')
  return false
}
