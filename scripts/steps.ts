import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './set-up.mjs'

/** A command of the project's own tools: its name for the output, the tool, and the arguments. */
export type Step = readonly [name: string, tool: string, ...args: string[]]

/** The result of a step. */
export interface StepResult {
  name: string
  passed: boolean
  seconds: number
}

/**
 * Runs a tool of the project's packages. `folder` is the folder of the project or of a copy of the project. Resolves to
 * the exit code and the whole output. Rejects if the tool cannot be started.
 */
export function runTool(tool: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, folder = root) {
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(join(folder, 'node_modules/.bin', tool), args, { cwd: folder, env: { ...process.env, ...env } })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a stage, and prints its name, its duration and its output. Never throws. */
export async function runStage(
  name: string,
  work: () => Promise<{ passed: boolean; output?: string }>,
): Promise<StepResult> {
  const begun = performance.now()
  // If a stage cannot be started, print its error, and let the next stages run.
  const { passed, output } = await work().catch((error: unknown) => ({
    passed: false,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  const seconds = (performance.now() - begun) / 1000
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if (output) console.log(output.trimEnd())
  return { name, passed, seconds }
}

/** Runs steps one after another and prints a line for each. If a step fails, the next ones still run. */
export async function runSteps(steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const [name, tool, ...args] of steps)
    results.push(
      await runStage(name, async () => {
        const { code, output } = await runTool(tool, args)
        return { passed: code === 0, output: tool === 'vitest' || code !== 0 ? output : '' }
      }),
    )
  return results
}

/** Runs several rows of steps in parallel. The steps of each row run in order. */
export async function runRows(...rows: readonly (readonly Step[])[]): Promise<StepResult[]> {
  return (await Promise.all(rows.map(runSteps))).flat()
}

/** Prints which steps failed, and returns the exit code for the process. */
export function summarise(results: readonly StepResult[]): 0 | 1 {
  const failed = results.filter(({ passed }) => !passed)
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  console.log(
    `\n${results.length - failed.length} of ${results.length} stages passed (${minutes.toFixed(1)} min of work).`,
  )
  for (const { name } of failed) console.log(`✗ ${name}`)
  return failed.length === 0 ? 0 : 1
}
