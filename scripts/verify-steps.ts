import { runRows, runSteps, type StepResult } from './steps.ts'

/**
 * Runs `tsc` with only one checker. Each additional checker would check the types of the libraries again. It would also
 * take processor time from the tests, which run in parallel with `tsc`.
 */
const alone = ['--checkers', '1']

/**
 * Checks format, lint, types and unused code, and runs the unit tests and the house tests in under a minute. House
 * tests check the repository itself, such as its import rules. Every commit must pass all of these steps.
 */
export async function verify(): Promise<StepResult[]> {
  return [
    ...(await runSteps([['extension types of the build tool', 'wxt', 'prepare']])),
    ...(await runRows(
      [
        ['format and lint', 'biome', 'check', '--error-on-warnings'],
        ['types: extension and portal', 'tsc', '-p', 'tsconfig.json', ...alone],
        ['types: server', 'tsc', '-p', 'server/tsconfig.json', ...alone],
        ['types: tests and scripts', 'tsc', '-p', 'tests/tsconfig.json', ...alone],
        ['unused files, exports and packages', 'knip'],
      ],
      [['unit and house tests', 'vitest', 'run', '--project', 'unit']],
    )),
  ]
}
