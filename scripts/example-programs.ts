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
