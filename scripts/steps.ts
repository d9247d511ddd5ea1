import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './set-up.mjs'

export type Step = readonly [name: string, tool: string, ...args: string[]]

export interface StepResult {
  name: string
  passed: boolean
  seconds: number
  output: string
}

/**
 * The type checker ends after seconds, so it frees memory only if it needs much. Without this, a third of its time would
 * be the search for memory to free.
 */
const environments: Record<string, NodeJS.ProcessEnv> = { tsc: { GOGC: 'off', GOMEMLIMIT: '2560MiB' } }

/**
 * Runs a tool of the project's packages. `folder` is the folder of the project or of a copy of the project. Resolves to
 * the exit code and the whole output. Rejects if the tool cannot be started.
 */
export function runTool(tool: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, folder = root) {
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(join(folder, 'node_modules/.bin', tool), args, {
      cwd: folder,
      env: { ...environments[tool], ...process.env, ...env },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

export async function runStage(
  name: string,
  work: () => Promise<{ passed: boolean; output?: string }>,
): Promise<StepResult> {
  const startMs = performance.now()
  // If a stage cannot be started, print its error, and let the next stages run.
  const { passed: hasPassed, output = '' } = await work().catch((error: unknown) => ({
    passed: false,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  const seconds = (performance.now() - startMs) / 1000
  console.log(`${hasPassed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if (output) console.log(output.trimEnd())
  return { name, passed: hasPassed, seconds, output }
}

/** Runs steps one after another and prints a line for each. If a step fails, the next ones still run. */
export async function runSteps(steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const [name, tool, ...args] of steps)
    results.push(
      await runStage(name, async () => {
        const { code, output } = await runTool(tool, args)
        // The other tools say only what to change. If nothing is to be changed, their output is of no use.
        const isWanted = tool === 'vitest' || tool === 'node' || code !== 0
        return { passed: code === 0, output: isWanted ? output : '' }
      }),
    )
  return results
}

export async function runRows(...rows: readonly (readonly Step[])[]): Promise<StepResult[]> {
  return (await Promise.all(rows.map(runSteps))).flat()
}

const charactersRepeated = 4_000

/**
 * Returns the part of an output that gives the reason of a failure: the beginning of Vitest's list of failed tests, or,
 * if there is no such list, the end of the output.
 */
function reasonOf(output: string) {
  const list = output.search(/ (Failed (Suites|Tests) \d|Unhandled Error)/)
  return list < 0 ? output.slice(-charactersRepeated) : output.slice(list, list + charactersRepeated)
}

/**
 * Prints the time of each step, which steps failed and why, and returns the exit code for the process. This is printed
 * at the very end, because servers for continuous integration often show only the end of a long output.
 */
export function summarise(results: readonly StepResult[]): 0 | 1 {
  const failures = results.filter(({ passed: hasPassed }) => !hasPassed)
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  console.log(
    `\n${results.length - failures.length} of ${results.length} stages passed (${minutes.toFixed(1)} min of work).`,
  )
  for (const { name, seconds } of results.toSorted((one, other) => other.seconds - one.seconds))
    console.log(`  ${seconds.toFixed(0).padStart(5)} s  ${name}`)
  for (const { name, output } of failures) console.log(`\n✗ ${name}\n${reasonOf(output).trim()}`)
  for (const { name } of failures) console.log(`✗ ${name}`)
  return failures.length === 0 ? 0 : 1
}
