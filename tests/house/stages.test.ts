import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runStage, runSteps, summarise } from '../../scripts/steps.ts'

const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

test('a stage that fails does not stop the next stages, and the summary names it', async () => {
  const results = await runSteps([
    ['a tool that refuses', 'biome', 'no-such-command'],
    ['a tool that is not there', 'no-such-tool'],
    ['a tool that works', 'biome', '--version'],
  ])
  expect(results.map(({ passed }) => passed)).toEqual([false, false, true])
  expect(summarise(results)).toBe(1)
  expect(lines.slice(-2)).toEqual(['✗ a tool that refuses', '✗ a tool that is not there'])
})

test('the summary repeats the failed tests of a stage whose output is long', async () => {
  const output = `${'✓ a test that passed\n'.repeat(1000)}⎯⎯ Failed Tests 1 ⎯⎯\nFAIL the test that failed\n${'passed\n'.repeat(9000)}`
  const result = await runStage('tests', async () => ({ passed: false, output }))
  lines.length = 0
  summarise([result])
  expect(lines.join('\n')).toContain('FAIL the test that failed')
  expect(lines.join('\n').length).toBeLessThan(5_000)
})

test('set-up that throws counts as a failed stage and prints the error', async () => {
  const result = await runStage('set-up', () => Promise.reject(new Error('No browser was found.')))
  expect(summarise([result])).toBe(1)
  expect(lines.join('\n')).toContain('No browser was found.')
})

test('if every stage passes, the whole run passes', async () => {
  expect(summarise(await runSteps([['a tool that works', 'biome', '--version']]))).toBe(0)
})
