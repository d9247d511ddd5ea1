// `npm run bench [-- name …] [--data folder] [--forms folder]`: runs the benchmarks, one per file of tests/bench. Each
// limit is a fixed bound, or a ratio of two measurements of the same run. So the limits can be used on any machine.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Figure, figuresOf } from './figures.ts'
import { root } from './set-up.mjs'

export type { Figure }

export type Bench = (options: { data: string | undefined; forms: string | undefined }) => Promise<Figure[]>

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' }, forms: { type: 'string' } },
})
const folder = join(root, 'tests/bench')
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
/**
 * A name on the command line selects all benchmarks whose names begin with this name. For example, `recording` selects
 * `recording` (in the browser) and `recording-server`.
 */
const benchNames = names.filter((name) => positionals.length === 0 || positionals.some((word) => name.startsWith(word)))
const unknown = positionals.filter((word) => !names.some((name) => name.startsWith(word)))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(2)
}

let missed = 0
for (const name of benchNames) {
  console.log(`\n${name}`)
  const figures = await figuresOf(name, async () => {
    const { bench } = (await import(join(folder, `${name}.bench.ts`))) as { bench: Bench }
    return bench({ data: values.data, forms: values.forms })
  })
  for (const { measure, figure, limit, holds } of figures) {
    if (!holds) missed++
    console.log(`${holds ? '✓' : '✗'} ${measure}: ${figure} (${limit})`)
  }
}
process.exitCode = missed === 0 ? 0 : 1
