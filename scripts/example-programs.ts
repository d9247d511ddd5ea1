import { spawnSync } from 'node:child_process'
import { installSystemPackages } from './system-packages.ts'

/** The programs that run the portal's example code. On Debian, each package is named like its program. */
const programs = ['python3', 'curl']

export function ensureExamplePrograms(): boolean {
  const missingPrograms = programs.filter((program) => spawnSync(program, ['--version']).status !== 0)
  if (missingPrograms.length === 0 || installSystemPackages(missingPrograms)) return true
  console.error(`${missingPrograms.join(' and ')} could not be installed. Install the package of this name.`)
  return false
}

/** Debian's package of OpenAPI::Client, with which a test makes a Perl client from our OpenAPI document. */
export function ensurePerlClient(): boolean {
  const isInstalled = () => spawnSync('perl', ['-MOpenAPI::Client', '-e', '1']).status === 0
  if (isInstalled() || (installSystemPackages(['libopenapi-client-perl']) && isInstalled())) return true
  console.error('A Perl client cannot be made here: install the Perl module OpenAPI::Client.')
  return false
}
