import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './set-up.mjs'

/** A named command of the project's own tools: what it is for, the tool, its arguments. */
export type Step = readonly [name: string, tool: string, ...args: string[]]

/** Runs one tool from the project's packages on this Node; answers its exit code and everything it printed. */
export function runTool(tool: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', tool), args, { cwd: root, env: { ...process.env, ...env } })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs steps one after another, a line each; the first that fails prints what it said and ends the process. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  for (const [name, tool, ...args] of steps) {
    const begun = performance.now()
    const { code, output } = await runTool(tool, args)
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
    if (tool === 'vitest' || code !== 0) console.log(output.trimEnd())
    if (code !== 0) process.exit(1)
  }
}

/** Runs several rows of steps side by side, each row in its order. */
export async function runRows(...rows: readonly (readonly Step[])[]): Promise<void> {
  await Promise.all(rows.map(runSteps))
}
