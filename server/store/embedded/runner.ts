import { spawn, spawnSync } from 'node:child_process'
import { ConfigError } from '../../config.ts'
import { isSystemError } from '../create-once.ts'

/**
 * As whom the database's programs run. PostgreSQL refuses to run as root.
 * `self`: as the user of this process. `namespace`: in a user namespace, where root counts as nobody and files stay
 * root's own. `id`: under a user id without rights, which must own the data and be able to reach data and programs.
 */
export type Runner = { kind: 'self' } | { kind: 'namespace' } | { kind: 'id'; id: number }

/** The user and group id of "nobody", an account without rights. initdb refuses an id that has no account. */
const nobodyId = 65_534

/** Whether this process is root on Linux: only then another runner than `self` is needed, or possible. */
const isLinuxRoot = (): boolean => process.platform === 'linux' && process.getuid?.() === 0

const namespace = ['--user', '--map-user=65534', '--map-group=65534']

/** Most containers refuse user namespaces; the answer is tried out, because no setting tells it. */
const hasNamespaces = (): boolean => spawnSync('unshare', [...namespace, 'true'], { stdio: 'ignore' }).status === 0

/** The runner for a database. `ownerId`: the user id that owns its folder, null while there is none. */
export function chooseRunner(ownerId: number | null): Runner {
  if (!isLinuxRoot()) return { kind: 'self' }
  // A folder that belongs to another user id cannot be read from inside a namespace.
  if (ownerId !== null && ownerId !== 0) return { kind: 'id', id: ownerId }
  return hasNamespaces() ? { kind: 'namespace' } : { kind: 'id', id: nobodyId }
}

/** The command, arguments and spawn options with which a program runs as this runner. */
export function commandOf(runner: Runner, program: string, args: string[]) {
  const plain = { cwd: '/' }
  if (runner.kind === 'namespace') return { command: 'unshare', args: [...namespace, program, ...args], options: plain }
  if (runner.kind === 'id') return { command: program, args, options: { ...plain, uid: runner.id, gid: runner.id } }
  return { command: program, args, options: plain }
}

/** Whether this runner may run a program, or enter a folder. */
export function mayPass(runner: Runner, path: string): boolean {
  const { command, args, options } = commandOf(runner, 'test', ['-x', path])
  return spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0
}

/** Runs a program to its end. Throws with what it wrote to its error output. */
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
