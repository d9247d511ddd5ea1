import { spawn, spawnSync } from 'node:child_process'
import { ConfigError } from '../../config.ts'
import { isSystemError } from '../create-once.ts'

/**
 * The user under which the PostgreSQL programs run. PostgreSQL refuses to run as root.
 * - `self`: the user of this process.
 * - `namespace`: a user namespace, in which root appears as the account `nobody`. The files still belong to root.
 * - `id`: an unprivileged user id. This user must own the data and must be able to access data and programs.
 */
export type Runner = { kind: 'self' } | { kind: 'namespace' } | { kind: 'id'; id: number }

/**
 * User and group id of the unprivileged account `nobody`. An id without an account cannot be used, because initdb
 * refuses it.
 */
const nobodyId = 65_534

const isLinuxRoot = (): boolean => process.platform === 'linux' && process.getuid?.() === 0

const namespace = ['--user', '--map-user=65534', '--map-group=65534']

/**
 * True if this process can create a user namespace. Most containers forbid this. No setting shows it reliably, so the
 * function tries to create a namespace.
 */
const hasNamespaces = (): boolean => spawnSync('unshare', [...namespace, 'true'], { stdio: 'ignore' }).status === 0

/**
 * Chooses the user under which PostgreSQL runs. `ownerId` is the user id that owns the database folder, or null if the
 * folder does not exist.
 */
export function chooseRunner(ownerId: number | null): Runner {
  if (!isLinuxRoot()) return { kind: 'self' }
  // Inside a namespace, a folder of another user id is not readable.
  if (ownerId !== null && ownerId !== 0) return { kind: 'id', id: ownerId }
  return hasNamespaces() ? { kind: 'namespace' } : { kind: 'id', id: nobodyId }
}

export function commandOf(runner: Runner, program: string, args: string[]) {
  const plain = { cwd: '/' }
  if (runner.kind === 'namespace') return { command: 'unshare', args: [...namespace, program, ...args], options: plain }
  if (runner.kind === 'id') return { command: program, args, options: { ...plain, uid: runner.id, gid: runner.id } }
  return { command: program, args, options: plain }
}

export function mayPass(runner: Runner, path: string): boolean {
  const { command, args, options } = commandOf(runner, 'test', ['-x', path])
  return spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0
}

export function run(runner: Runner, program: string, args: string[]): Promise<void> {
  const { command, args: all, options } = commandOf(runner, program, args)
  return new Promise((resolve, reject) => {
    const child = spawn(command, all, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', (data) => {
      complaint += data
    })
    child.once('error', (cause) => reject(isSystemError(cause, 'EPERM') ? notAllowed(cause) : cause))
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${complaint.trim().slice(-2000)}`)),
    )
  })
}

const notAllowed = (cause: Error): ConfigError =>
  new ConfigError(
    'PostgreSQL does not run as root, and this machine allows neither a user namespace nor another user id. ' +
      'Start Chartside as an ordinary user, or point DATABASE_URL at a PostgreSQL server.',
    { cause },
  )
