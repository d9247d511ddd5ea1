import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ranks = ['first', 'between', 'last'] as const

function rankOf({ moduleId }: TestSpecification): (typeof ranks)[number] {
  const text = readFileSync(moduleId, 'utf8')
  if (text.startsWith('// @vitest-environment')) return 'last'
  return text.includes('/exhaustive.ts') ? 'first' : 'between'
}

/**
 * The order of the test files. The exhaustive suites come first, because they take longest: a long file that starts last
 * leaves the other workers without work. On a new clone, Vitest knows no times, and would begin with the largest files.
 * The tests that need the environment of a browser come last. A worker with another environment cannot be used again, so
 * a mixed order would start a worker for almost every file.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return ranks.flatMap((rank) => sorted.filter((file) => rankOf(file) === rank))
  }
}
