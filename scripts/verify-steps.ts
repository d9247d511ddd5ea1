import { runRows, runSteps, type StepResult } from './steps.ts'

/**
 * Run each `tsc` with only one checker. Each additional checker would check the types of the libraries again, and the
 * tests need the other processor core.
 */
const alone = ['--checkers', '1']

/** Runs format, lint, types, dead code, unit and house tests in under a minute. Every commit must pass them. */
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
