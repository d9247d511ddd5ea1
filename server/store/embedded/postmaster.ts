import { spawn } from 'node:child_process'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { createOnce, isSystemError } from '../create-once.ts'
import { isZombie } from '../processes.ts'
import type { Place } from './place.ts'
import { commandOf } from './runner.ts'

const connectWithinMs = 2_000

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

/** An id that no process can have: larger than the largest process id of Linux (2^22). */
const impossiblePid = 2 ** 31 - 1

/**
 * Lets the database start although its last process is a zombie (the process has ended, and its parent has not read its
 * exit code). PostgreSQL takes a zombie for a running database and refuses to start for as long as the zombie exists.
 * So the first line of `postmaster.pid`, the process id, is replaced by an id that no process has. The other lines
 * stay, because PostgreSQL needs them to see if old backends still use the data.
 */
export async function forgetZombie(folder: string): Promise<void> {
  const zombieOf = async () => {
    const running = await readPostmaster(folder)
    return running !== null && isZombie(running.pid)
  }
  if (!(await zombieOf())) return
  const lock = join(folder, 'chartside-zombie.lock')
  // Without this lock, a slow server could overwrite the `postmaster.pid` of a database that another server has just
  // started.
  if (!(await createOnce(lock, String(process.pid)))) return
  try {
    if (!(await zombieOf())) return
    const path = join(folder, 'postmaster.pid')
    const [, ...rest] = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, [impossiblePid, ...rest].join('\n'))
  } finally {
    await rm(lock, { force: true })
  }
}

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

/**
 * Starts PostgreSQL as a detached process, which continues after this process has ended. `ended` returns true once the
 * PostgreSQL process has exited.
 */
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
    // Keeps the text of failed statements out of the log, because it may contain patient data.
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
    let hasEnded = false
    child.once('exit', () => {
      hasEnded = true
    })
    child.once('error', () => {
      hasEnded = true
    })
    child.unref()
    return { ended: () => hasEnded }
  } finally {
    await log.close()
  }
}

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
