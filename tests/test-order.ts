import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const needsBrowser = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment')

/**
 * Runs the tests that need the environment of a browser last. A worker with another environment cannot be used again, so
 * a mixed order would start a worker for almost every file.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !needsBrowser(file)), ...sorted.filter(needsBrowser)]
  }
}
