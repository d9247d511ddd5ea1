import { runRows, runSteps, type StepResult } from './steps.ts'

/** One checker each: several check the libraries' types anew, and the tests need the other core. */
const alone = ['--checkers', '1']

/** Format, lint, types, dead code, unit and house tests: what every commit must pass, in under a minute. */
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
