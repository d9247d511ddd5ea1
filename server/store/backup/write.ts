import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import pg from 'pg'
import { connectWithinMs } from '../database.ts'
import { type Contents, counter, migrationOf, rowsOf, tablesOf } from './tables.ts'

export const backupFormat = 'chartside backup 1'
/**
 * The key has 256 random bits, so it cannot be guessed however little work a guess is. A file with a weaker passphrase
 * would need the usual 18.
 */
const workFactor = 10

/** The first line of a backup, behind `-- `. */
export interface BackupHead {
  format: typeof backupFormat
  madeAt: string
  migration: number
}

/** The last line of a backup, behind `-- `. */
export interface BackupEnd {
  tables: Record<string, Contents>
}

/**
 * Writes every row of the database as of one moment to a new file, while servers work. The file is compressed, and
 * encrypted in the format of age (age-encryption.org) with the encryption key in base64 as its passphrase. Inside it are
 * statements for psql. The file appears only when it is complete and on the disk. Returns what each table contains.
 */
export async function writeBackup(url: string, key: Buffer, path: string, now: Date): Promise<BackupEnd['tables']> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  client.on('error', () => {})
  await client.connect()
  const draft = `${path}.part`
  const tables: BackupEnd['tables'] = {}
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const encrypter = new Encrypter()
    encrypter.setPassphrase(key.toString('base64'))
    encrypter.setScryptWorkFactor(workFactor)
    const plain = Readable.from(textOf(client, tables, now)).compose(createGzip())
    const sealed = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>)
    await pipeline(
      Readable.fromWeb(sealed as never),
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    )
    await rename(draft, path)
    const folder = await open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
    return tables
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function* textOf(client: pg.ClientBase, tables: BackupEnd['tables'], now: Date): AsyncGenerator<Uint8Array> {
  const line = (text: string) => Buffer.from(`${text}\n`)
  const head: BackupHead = { format: backupFormat, madeAt: now.toISOString(), migration: await migrationOf(client) }
  yield line(`-- ${JSON.stringify(head)}`)
  for (const table of await tablesOf(client)) {
    yield line(`copy ${table.name} (${table.columns.join(', ')}) from stdin;`)
    const counted = counter()
    for await (const text of rowsOf(client, table)) {
      counted.add(text)
      yield text
    }
    yield line('\\.')
    tables[table.name] = counted.contents()
  }
  yield line(`-- ${JSON.stringify({ tables } satisfies BackupEnd)}`)
}
