// `npm run fuzz -- SECONDS [--seed N] [--only NAME]`: looks for inputs that break a promise, this many seconds in all,
// divided among the surfaces of tests/fuzz. Each new fault stays in tests/fuzz/corpus with the smallest input that shows
// it, and every later run tries it again. Exit codes: 0 no fault, 1 faults, 2 wrong arguments.
import { randomInt } from 'node:crypto'
import { surfaceNames } from '../tests/fuzz/surface.ts'
import { argumentsOf, CommandError, exitCodes, runCommand } from './command.ts'
import { ensureExamplePrograms } from './example-programs.ts'
import { findBrowser } from './find-browser.ts'
import { runSteps, summarise } from './steps.ts'

const usage = `npm run fuzz -- 600 [--seed 7] [--only ${surfaceNames.map((name) => `"${name}"`).join(' | ')}]`

await runCommand(usage, async () => {
  const { values, positionals } = argumentsOf({
    allowPositionals: true,
    options: { seed: { type: 'string' }, only: { type: 'string' } },
  })
  const surfaces = surfaceNames.filter((name) => values.only === undefined || name === values.only)
  const seconds = Number(positionals[0])
  if (!(seconds > 0)) throw new CommandError('Say how many seconds.', exitCodes.usage)
  if (surfaces.length === 0) throw new CommandError(`There is no surface ${values.only}.`, exitCodes.usage)
  const seed = values.seed ?? String(randomInt(2 ** 31))
  console.log(`Seed: ${seed}.`)
  ensureExamplePrograms()
  process.env.CHROME_PATH = await findBrowser()
  process.env.FUZZ_SECONDS = String(Math.ceil(seconds / surfaces.length))
  process.env.FUZZ_SEED = seed
  const names = surfaces.map((name) => `^${name}:`).join('|')
  process.exitCode = summarise(await runSteps([['fuzzing', 'vitest', 'run', '--project', 'fuzz', '-t', names]]))
})
