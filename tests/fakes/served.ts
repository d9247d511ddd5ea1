import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A command of the project in its own process, with all its output. */
export interface Command {
  child: ChildProcess
  output(): { out: string; err: string }
  ended: Promise<number | null>
}

/**
 * Where Node keeps compiled modules. A server whose modules were compiled before starts with two thirds of the work. Node
 * compiles again what has changed.
 */
export const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') }

/**
 * Runs a script of `scripts/` as its npm command does. Its environment contains only `PATH`, `LOG_LEVEL` (`error`), the
 * folder of compiled modules and `env`. `input` is the content of its standard input.
 */
export function runScript(script: string, args: string[], env: Record<string, string> = {}, input?: string): Command {
  const child = spawn(process.execPath, [join(root, 'scripts', script), ...args], {
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'error', ...compiled, ...env },
  })
  child.stdin?.end(input)
  let out = ''
  let err = ''
  child.stdout?.on('data', (data) => {
    out += data
  })
  child.stderr?.on('data', (data) => {
    err += data
  })
  const ended = once(child, 'close').then(() => child.exitCode)
  return { child, output: () => ({ out, err }), ended }
}

/** Starts a server and waits until it listens. If the process ends before that, throws an error with its output. */
export async function serveIn(folder: string, args: string[] = [], env: Record<string, string> = {}) {
  const command = runScript('serve.ts', ['--port', '0', '--data', folder, ...args], env)
  const listening = new Promise<string>((resolve) => {
    command.child.stdout?.on('data', () => {
      const url = /^listening on (http:\S+)\n/m.exec(command.output().out)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const url = await Promise.race([
    listening,
    command.ended.then(() => {
      throw new Error(`The server ended: ${command.output().err}`)
    }),
  ])
  return {
    ...command,
    url,
    async kill(signal: 'SIGKILL' | 'SIGTERM') {
      command.child.kill(signal)
      return command.ended
    },
  }
}
export type Served = Awaited<ReturnType<typeof serveIn>>
