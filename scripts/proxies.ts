import { spawnSync } from 'node:child_process'
import { installSystemPackages } from './system-packages.ts'

/** The proxies for which `deploy/proxies` has an example, by their program, with the Debian package of each. */
const packages = { caddy: 'caddy', nginx: 'nginx-light', haproxy: 'haproxy' } as const

export type ProxyName = keyof typeof packages

const isInstalled = (name: ProxyName) => spawnSync(name, [name === 'caddy' ? 'version' : '-v']).status === 0

/**
 * Installs the proxies that are missing, which one test needs. Returns true if all of them are installed afterwards. If
 * one cannot be installed, prints a message and returns false.
 */
export function ensureProxies(): boolean {
  const missing = (Object.keys(packages) as ProxyName[]).filter((name) => !isInstalled(name))
  if (missing.length === 0 || installSystemPackages(missing.map((name) => packages[name]))) return true
  console.error(`${missing.join(' and ')} could not be installed. Install the packages of these names.`)
  return false
}
