// Format, lint, types, dead code, unit and house tests: what every commit must pass, in under a minute.
import { runRows, runSteps } from './steps.ts'

await runSteps([['extension types of the build tool', 'wxt', 'prepare']])
await runRows(
  [
    ['format and lint', 'biome', 'check', '--error-on-warnings'],
    ['types: extension and portal', 'tsc', '-p', 'tsconfig.json'],
    ['types: server', 'tsc', '-p', 'server/tsconfig.json'],
    ['types: tests and scripts', 'tsc', '-p', 'tests/tsconfig.json'],
    ['unused files, exports and packages', 'knip'],
  ],
  [['unit and house tests', 'vitest', 'run', '--project', 'unit']],
)
