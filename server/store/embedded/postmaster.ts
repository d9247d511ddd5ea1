import { spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { isSystemError } from '../create-once.ts'
import type { Place } from './place.ts'
import { commandOf } from './runner.ts'

const connectWithinMs = 2_000

/** What PostgreSQL says of itself in its folder, or null where it does not run. */
export async function readPostmaster(folder: string): Promise<{ pid: number; port: number } | null> {
  try {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    return pid > 0 && port > 0 ? { pid, port } : null
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null
    throw error
  }
}

/** Whether a process of this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isSystemError(error, 'EPERM')
  }
}

/** Whether a database takes our connection there: a stranger's on the same port does not know our password. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Starts the server apart from this process, so that it outlives it. `ended` tells when it gave up at once. */
export async function startPostmaster(
  { runner, binaries, folder }: Place,
  port: number,
  logFile: string,
): Promise<{ ended(): boolean }> {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=on',
    'max_connections=200',
    'shared_buffers=64MB',
    'log_min_messages=fatal',
    // A failed statement's text may quote a row; it stays out of the log.
    'log_min_error_statement=panic',
  ]
  const { command, args, options } = commandOf(runner, binaries.postgres, [
    '-D',
    folder,
    ...settings.flatMap((one) => ['-c', one]),
  ])
  const log = await open(logFile, 'a', 0o600)
  try {
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] })
    let ended = false
    child.once('exit', () => {
      ended = true
    })
    child.once('error', () => {
      ended = true
    })
    child.unref()
    return { ended: () => ended }
  } finally {
    await log.close()
  }
}

/** A port of 127.0.0.1 that nobody listens on now. */
export function unusedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
