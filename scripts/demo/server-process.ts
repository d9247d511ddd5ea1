import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../set-up.mjs'

export interface ServerProcess {
  url: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts `serve` with these arguments, and waits until it prints `listening on http://…`. If the process exits before
 * it prints this line, throws an error with the output of the process.
 */
export async function startServer(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(root, 'scripts/serve.ts'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const exit = once(child, 'exit')
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^listening on (http:\S+)/.exec(line)?.[1]
    if (!url) {
      output += `${line}\n`
      continue
    }
    // Discard the further output. Otherwise the pipe would fill up and block the server.
    child.stdout.resume()
    return {
      url: url.replace(/\/$/, ''),
      pid: child.pid ?? 0,
      async stop() {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
        await exit
      },
    }
  }
  throw new Error(`The server did not start.\n${output}`)
}
