import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hunt } from './hunt.ts'
import type { Surface } from './surface.ts'

let corpus: string
beforeAll(async () => {
  corpus = await mkdtemp(join(tmpdir(), 'chartside-corpus-'))
})
afterAll(() => rm(corpus, { recursive: true }))

/** Breaks two promises: no number above 100, and no negative one. */
const faulty: Surface<number[]> = {
  inputs: fc.array(fc.integer({ min: -1000, max: 1000 })),
  async attempt(numbers) {
    if (numbers.some((number) => number > 100)) throw new Error('A number is too large.')
    if (numbers.some((number) => number < 0)) throw new Error('A number is negative.')
  },
  async close() {},
}

test('each kind of fault is kept once, with its smallest input, and is tried again first', async () => {
  const { findings } = await hunt('numbers', faulty, { effort: { inputs: 300 }, seed: 1, corpus })
  expect(findings.map((finding) => finding.replace(/ \(.*/, '')).sort()).toEqual([
    'A number is negative.',
    'A number is too large.',
  ])
  const files = await readdir(corpus)
  const kept = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(corpus, file), 'utf8'))))
  expect(kept.sort()).toEqual([[-1], [101]])

  const again = await hunt('numbers', faulty, { effort: { inputs: 1 }, seed: 2, corpus })
  expect(again.findings).toHaveLength(1)
  const mended = await hunt('numbers', { ...faulty, async attempt() {} }, { effort: { inputs: 10 }, seed: 2, corpus })
  expect(mended).toMatchObject({ findings: [], attempts: 12 })
})
