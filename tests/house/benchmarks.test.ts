import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../bench', import.meta.url))
const benchmarks = readdirSync(folder).filter((file) => file.endsWith('.bench.ts'))

test.each(benchmarks)('%s can be loaded where `npm run bench` runs: it needs no browser around it', async (file) => {
  const { bench } = (await import(`${folder}/${file}`)) as { bench?: unknown }
  expect(bench).toBeTypeOf('function')
})
