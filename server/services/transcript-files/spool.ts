import { createCipheriv, createDecipheriv, createHash, type Hash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../../problem.ts'

const cipher = 'aes-256-ctr'

/** A file on its way, on the disk: nobody's name, 0600, under a key that only this process ever holds. */
export interface Spooled {
  /** Its bytes, as often as wanted. */
  read(): AsyncIterable<Buffer>
  /** The SHA-256 of its bytes, in hexadecimal. */
  digest: string
  /** Its bytes at once, for what is small. */
  whole(): Promise<Buffer>
  remove(): Promise<void>
}

const folderOf = (dataFolder: string) => join(dataFolder, 'spool')

/** How much of a file is taken, and what such files are called, in the plural. */
export interface SpoolLimit {
  maxBytes: number
  name: string
}

/** Puts a file on the disk as it arrives. Throws `too_large` beyond the limit; then nothing of it stays. */
export async function spool(dataFolder: string, bytes: AsyncIterable<Uint8Array>, limit: SpoolLimit): Promise<Spooled> {
  const path = await newPath(dataFolder)
  const key = randomBytes(32)
  const iv = randomBytes(16)
  const remove = () => rm(path, { force: true })
  const hash = createHash('sha256')
  const read = () => createReadStream(path).pipe(createDecipheriv(cipher, key, iv)) as AsyncIterable<Buffer>
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.from(atMost(bytes, limit, hash)), createCipheriv(cipher, key, iv), file)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    read,
    digest: hash.digest('hex'),
    async whole() {
      const parts: Buffer[] = []
      for await (const part of read()) parts.push(part)
      return Buffer.concat(parts)
    },
    remove,
  }
}

/** Writes bytes to the disk as they are, for a program that must see a file. Remove it at once after use. */
export async function spoolPlain(dataFolder: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const path = await newPath(dataFolder)
  const remove = () => rm(path, { force: true })
  try {
    await pipeline(Readable.from(bytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  } catch (error) {
    await remove()
    throw error
  }
  return { path, remove }
}

/** A file's name tells whose it is: other servers may share the folder. */
async function newPath(dataFolder: string): Promise<string> {
  await mkdir(folderOf(dataFolder), { recursive: true, mode: 0o700 })
  return join(folderOf(dataFolder), `${host}.${process.pid}.${randomUUID()}`)
}

const host = hostname().replaceAll(/[^\w-]/g, '-')
const oldMs = 24 * 60 * 60_000

/**
 * Removes what a server left behind that died while it read a file: files of this machine's processes that are gone, and
 * any of a day ago. For a start: nothing of this process may be there yet.
 */
export async function clearSpool(dataFolder: string, now: Date): Promise<void> {
  const folder = folderOf(dataFolder)
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const about = await stat(path).catch(() => null)
    if (about === null) continue
    if (isLeftBehind(name) || now.getTime() - about.mtimeMs > oldMs) await rm(path, { force: true })
  }
}

function isLeftBehind(name: string): boolean {
  const [of, pid] = name.split('.')
  return of === host && (Number(pid) === process.pid || !isRunning(Number(pid)))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is one too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function* atMost(
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, name }: SpoolLimit,
  hash: Hash,
): AsyncGenerator<Uint8Array> {
  let passed = 0
  for await (const part of bytes) {
    passed += part.length
    if (passed > maxBytes) {
      throw new Problem('too_large', `This file is too large. ${name} may have ${maxBytes / 1024 / 1024} MB at most.`)
    }
    hash.update(part)
    yield part
  }
}
