import { spawnSync } from 'node:child_process'
import { installSystemPackages } from './system-packages.ts'

/**
 * Installs the NATS server, which one test needs, from the system's packages if it is missing. Returns true if it is
 * installed afterwards. If it cannot be installed, prints a message and returns false.
 */
export function ensureNats(): boolean {
  if (spawnSync('nats-server', ['--version']).status === 0) return true
  if (installSystemPackages(['nats-server'])) return true
  console.error('NATS could not be installed. Install the package nats-server.')
  return false
}
