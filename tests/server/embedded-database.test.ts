import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startEmbedded, stopEmbedded } from '../../server/store/embedded/index.ts'
import { isAlive } from '../../server/store/processes.ts'

const write = 'CREATE TABLE kept AS SELECT 7 AS number'
const read = 'SELECT number FROM kept'

let top: string

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'chartside-embedded-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await rm(top, { recursive: true, force: true })
})

/** Puts a fake `unshare` first in the PATH. It refuses user namespaces, as the kernel does in most containers. */
async function refuseNamespaces(): Promise<void> {
  const bin = join(top, 'bin')
  await mkdir(bin)
  await writeFile(
    join(bin, 'unshare'),
    '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n',
    { mode: 0o755 },
  )
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
}

/**
 * Creates a zombie process: it has ended, but its parent still runs and never reads its exit code. `end` stops the
 * parent. Call `end` after the test.
 */
async function makeZombie(): Promise<{ pid: number; end: () => void }> {
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  await expect.poll(() => !isAlive(Number(line))).toBe(true)
  return { pid: Number(line), end: () => parent.kill('SIGKILL') }
}

test.skipIf(process.platform !== 'linux')(
  'a database whose killed process was never reaped by its parent starts again, with everything in it',
  async () => {
    const data = join(top, 'data')
    const { url } = await startEmbedded(data)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    await client.query(write)
    const file = join(data, 'pg', 'postmaster.pid')
    const lines = (await readFile(file, 'utf8')).split('\n')
    process.kill(Number(lines[0]), 'SIGKILL')
    await expect.poll(() => !isAlive(Number(lines[0]))).toBe(true)
    const zombie = await makeZombie()
    try {
      await writeFile(file, [zombie.pid, ...lines.slice(1)].join('\n'))
      expect(await ask(data, read)).toEqual([{ number: 7 }])
    } finally {
      zombie.end()
    }
  },
)

/** Starts the database, runs the statement, and stops the database. */
async function ask(dataFolder: string, statement: string): Promise<unknown[]> {
  const { url } = await startEmbedded(dataFolder)
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end()
    await stopEmbedded(dataFolder)
  }
}

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('As root, without user namespaces', () => {
  beforeEach(refuseNamespaces)

  test('the database runs in its data folder under an unprivileged user id, and keeps what was written', async () => {
    await chmod(top, 0o755)
    const data = join(top, 'data')
    await mkdir(data, { mode: 0o700 })
    await ask(data, write)
    const { uid, mode } = await stat(join(data, 'pg'))
    expect(uid).toBeGreaterThan(0)
    expect(mode & 0o077).toBe(0)
    expect((await stat(data)).mode & 0o007).toBe(0)
    expect(await ask(data, read)).toEqual([{ number: 7 }])
  })

  test('below a folder that is closed to others, the data folder is a link to a place that the user id can reach', async () => {
    await chmod(top, 0o700)
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const data = join(top, 'closed', 'data')
    await mkdir(data, { recursive: true })
    try {
      await ask(data, write)
      expect((await lstat(join(data, 'pg'))).isSymbolicLink()).toBe(true)
      expect(String(said.mock.calls)).toContain('delete both folders')
      expect(await ask(data, read)).toEqual([{ number: 7 }])
    } finally {
      await rm(dirname(await readlink(join(data, 'pg'))), { recursive: true })
    }
    await expect(startEmbedded(data)).rejects.toThrow('leads to a folder that is not there')
  })
})

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'a database made in a user namespace can be opened without user namespaces, and the other way round',
  async () => {
    await chmod(top, 0o755)
    const data = join(top, 'data')
    await ask(data, write)
    expect((await stat(join(data, 'pg'))).uid).toBe(0)
    await refuseNamespaces()
    expect(await ask(data, read)).toEqual([{ number: 7 }])
    expect((await stat(join(data, 'pg'))).uid).toBeGreaterThan(0)
    vi.unstubAllEnvs()
    expect(await ask(data, read)).toEqual([{ number: 7 }])
  },
)
