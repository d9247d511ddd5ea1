import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** Id of the user `nobody`. PgBouncer refuses to run as root. So if the tests run as root, it runs as this user. */
const nobody = 65_534
const startWithinMs = 30_000

/**
 * Starts a real PgBouncer in transaction mode before a database. Rejects if PgBouncer is not installed (`npm test`
 * installs it). Also rejects if it does not start; the error then contains its messages.
 */
export async function startPooler(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'chartside-pooler-'))
  const listenPort = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
`,
  )
  await chmod(folder, 0o755)
  const child = spawn('pgbouncer', [settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}),
  })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  const failed = new Promise<never>((_, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`PgBouncer ended with ${code}: ${said}`)))
  })
  failed.catch(() => {})
  const close = async () => {
    if (child.exitCode === null && child.pid !== undefined) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  const url = `postgres://${username}@127.0.0.1:${listenPort}${pathname}`
  const until = Date.now() + startWithinMs
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await Promise.race([client.connect(), failed])
      await client.end()
      return { url, close }
    } catch (error) {
      if (child.exitCode !== null || child.pid === undefined || Date.now() > until) {
        await close()
        throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
