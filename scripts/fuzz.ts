// `npm run fuzz -- SECONDS [--seed N] [--only NAME]`: looks for inputs that break a promise, this many seconds in all,
// divided among the surfaces of tests/fuzz. Each new fault stays in tests/fuzz/corpus with the smallest input that shows
// it, and every later run tries it again. Exit codes: 0 no fault, 1 faults, 2 wrong arguments.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ensureExamplePrograms } from './example-programs.ts'
import { findBrowser } from './find-browser.ts'
import { runSteps, summarise } from './steps.ts'

const surfaces = ['calls', 'sockets', 'extension messages', 'frame messages', 'pages']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, only: { type: 'string' } },
})
const chosen = surfaces.filter((name) => values.only === undefined || name === values.only)
const seconds = Number(positionals[0])
if (!(seconds > 0) || chosen.length === 0) {
  console.error(
    `Say how many seconds: npm run fuzz -- 600 [--seed 7] [--only ${surfaces.map((name) => `"${name}"`).join(' | ')}]`,
  )
  process.exit(2)
}
const seed = values.seed ?? String(randomInt(2 ** 31))
console.log(`Seed: ${seed}.`)
ensureExamplePrograms()
process.env.CHROME_PATH = await findBrowser()
process.env.FUZZ_SECONDS = String(Math.ceil(seconds / chosen.length))
process.env.FUZZ_SEED = seed
const names = chosen.map((name) => `^${name}:`).join('|')
process.exitCode = summarise(await runSteps([['fuzzing', 'vitest', 'run', '--project', 'fuzz', '-t', names]]))
