import { createCipheriv, createDecipheriv, createHash, type Hash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../../problem.ts'

const cipher = 'aes-256-ctr'
const blockBytes = 16

/** A file on its way, on the disk: nobody's name, 0600, under a key that only this process ever holds. */
export interface Spooled {
  length: number
  /** Its bytes, or those from one place up to and without another, as often as wanted. */
  read(from?: number, to?: number): AsyncIterable<Buffer>
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
export async function spool(
  dataFolder: string,
  bytes: AsyncIterable<Uint8Array>,
  limit: SpoolLimit,
  signal?: AbortSignal,
): Promise<Spooled> {
  const path = await newPath(dataFolder)
  const key = randomBytes(32)
  const iv = randomBytes(16)
  const remove = () => rm(path, { force: true })
  const hash = createHash('sha256')
  let length = 0
  async function* read(from = 0, to = length): AsyncGenerator<Buffer> {
    if (from >= to) return
    const block = Math.floor(from / blockBytes)
    const sealed = createReadStream(path, { start: block * blockBytes, end: to - 1 })
    const plain = sealed.pipe(createDecipheriv(cipher, key, counterAt(iv, block)))
    // A failed reading would otherwise leave the other end waiting.
    sealed.once('error', (error) => plain.destroy(error))
    let before = from - block * blockBytes
    try {
      for await (const part of plain as AsyncIterable<Buffer>) {
        if (part.length > before) yield part.subarray(before)
        before = Math.max(0, before - part.length)
      }
    } finally {
      sealed.destroy()
    }
  }
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(
      Readable.from(atMost(bytes, limit, hash)),
      createCipheriv(cipher, key, iv),
      file,
      signal === undefined ? {} : { signal },
    )
    length = file.bytesWritten
  } catch (error) {
    await remove()
    throw error
  }
  return {
    length,
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

/** The counter of AES-CTR at a block: the first one, counted on. */
function counterAt(iv: Buffer, block: number): Buffer {
  const counter = (BigInt(`0x${iv.toString('hex')}`) + BigInt(block)) % 2n ** 128n
  return Buffer.from(counter.toString(16).padStart(32, '0'), 'hex')
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
