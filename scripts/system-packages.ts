import { spawnSync } from 'node:child_process'

/** Whether this process may install Debian packages: root, with apt at hand. */
const mayInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

/** Installs Debian packages and tells whether that worked; says what it does on stderr. */
export function installSystemPackages(names: readonly string[]): boolean {
  if (!mayInstall()) return false
  console.error(`Installing ${names.join(', ')} from the system's packages (once)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 2], env })
  apt('update')
  return apt('install', '-y', '--no-install-recommends', ...names).status === 0
}
