import { createCipheriv, createDecipheriv, createHash, type Hash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isAlive } from '../../store/processes.ts'
import { atMost } from '../byte-limit.ts'

const cipher = 'aes-256-ctr'
const blockBytes = 16

/**
 * An uploaded file in temporary storage on the disk, with mode 0600. Its name contains no user data. It is encrypted
 * with a key that exists only in the memory of this process.
 */
export interface Spooled {
  length: number
  /** Reads the content from byte `from` (inclusive) to byte `to` (exclusive). Can be called several times. */
  read(from?: number, to?: number): AsyncIterable<Buffer>
  digest: string
  whole(): Promise<Buffer>
  remove(): Promise<void>
}

const folderOf = (dataFolder: string) => join(dataFolder, 'spool')

export interface SpoolLimit {
  maxBytes: number
  name: string
}

/** Writes a stream to a temporary file. Throws `too_large` above the limit, and deletes the file on every error. */
export async function spool(
  dataFolder: string,
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, name }: SpoolLimit,
  signal?: AbortSignal,
): Promise<Spooled> {
  const tooLarge = `This file is too large. ${name} can have ${maxBytes / 1024 / 1024} MB at most.`
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
    // `pipe` does not forward errors. Without this handler, the consumer would wait forever after a read error.
    sealed.once('error', (error) => plain.destroy(error))
    let offset = from - block * blockBytes
    try {
      for await (const part of plain as AsyncIterable<Buffer>) {
        if (part.length > offset) yield part.subarray(offset)
        offset = Math.max(0, offset - part.length)
      }
    } finally {
      sealed.destroy()
    }
  }
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(
      Readable.from(hashed(atMost(bytes, maxBytes, tooLarge), hash)),
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

/** Returns the AES-CTR counter of a block: the initial counter plus the block number, modulo 2^128. */
function counterAt(iv: Buffer, block: number): Buffer {
  const counter = (BigInt(`0x${iv.toString('hex')}`) + BigInt(block)) % 2n ** 128n
  return Buffer.from(counter.toString(16).padStart(32, '0'), 'hex')
}

/**
 * Returns a new file path. The name contains the host and the process id, because several servers may share the folder.
 */
async function newPath(dataFolder: string): Promise<string> {
  await mkdir(folderOf(dataFolder), { recursive: true, mode: 0o700 })
  return join(folderOf(dataFolder), `${host}.${process.pid}.${randomUUID()}`)
}

const host = hostname().replaceAll(/[^\w-]/g, '-')
const oldMs = 24 * 60 * 60_000

/**
 * Deletes files that were left by ended processes: files of this host whose process has ended, and all files older than
 * a day. Also deletes files whose name contains the id of this process, because they belong to an earlier process that
 * had the same id. So call it only at start, before this process stores a file.
 */
export async function clearSpool(dataFolder: string, now: Date): Promise<void> {
  const folder = folderOf(dataFolder)
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const fileInfo = await stat(path).catch(() => null)
    if (fileInfo === null) continue
    if (isLeftBehind(name) || now.getTime() - fileInfo.mtimeMs > oldMs) await rm(path, { force: true })
  }
}

function isLeftBehind(name: string): boolean {
  const [of, pid] = name.split('.')
  return of === host && (Number(pid) === process.pid || !isAlive(Number(pid)))
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    hash.update(part)
    yield part
  }
}
