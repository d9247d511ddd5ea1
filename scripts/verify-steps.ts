import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './set-up.mjs'
import { runRows, type Step, type StepResult } from './steps.ts'

const lint = ['format and lint', 'biome', 'check', '--error-on-warnings'] as const
const unit = ['--project', 'unit'] as const
/** Uses one thread per program, because the tests use the other processor. The results are kept for the next run. */
const types = (name: string, config: string): Step => [`types: ${name}`, 'tsc', '-p', config, '--singleThreaded']

/** Checks of the whole repository. What they find in an unchanged file is kept for the next run. */
const wholeRepository: readonly Step[] = [
  ['extension types of the build tool', 'wxt', 'prepare'],
  types('tests and scripts', 'tests/tsconfig.json'),
  types('extension and portal', 'tsconfig.json'),
  types('server', 'server/tsconfig.json'),
  ['unused files, exports and packages', 'knip', '--cache'],
]

/**
 * Checks format, lint, types and unused code, and runs the unit tests and the house tests in under a minute. House
 * tests check the repository itself, such as its import rules. Every commit must pass all of these steps.
 */
export const verify = (): Promise<StepResult[]> =>
  runRows([lint, ...wholeRepository], [['unit and house tests', 'vitest', 'run', ...unit]])

/** House tests that load most of the server. They run after a change only if they import the changed file. */
const slowHouseTests = ['benchmarks.test.ts', 'endpoints.test.ts', 'openapi.test.ts']

/**
 * The same checks in 20 seconds, after a change of these files. Only they are formatted and linted. Of the unit tests,
 * those run that import one of the files, but not the ones that write whole notes. Almost all house tests run, because
 * they read the files of the repository without importing them.
 */
export function verifyChanges(files: readonly string[]): Promise<StepResult[]> {
  const present = files.filter((file) => existsSync(join(root, file)))
  const linted = present.length === 0 || present.includes('biome.json') ? ['.'] : present
  const houseTests = readdirSync(join(root, 'tests/house'))
    .filter((name) => name.endsWith('.test.ts') && !slowHouseTests.includes(name))
    .map((name) => `tests/house/${name}`)
  return runRows(
    [[...lint, '--no-errors-on-unmatched', ...linted], ...wholeRepository],
    [
      [
        'tests of the changed files, and house tests',
        'vitest',
        'related',
        '--run',
        ...unit,
        '--exclude',
        'tests/generation/**',
        ...present,
        ...houseTests,
      ],
    ],
  )
}
