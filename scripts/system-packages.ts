import { spawnSync } from 'node:child_process'

const mayInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

let hasFreshList = false

/** Installs Debian packages and prints a message on stderr. Returns true on success. */
export function installSystemPackages(names: readonly string[]): boolean {
  if (!mayInstall()) return false
  console.error(`Installing ${names.join(', ')} from the system's packages (once)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: ['ignore', 'ignore', 2], env })
  if (!hasFreshList) hasFreshList = apt('update').status === 0
  return apt('install', '-y', '--no-install-recommends', ...names).status === 0
}
