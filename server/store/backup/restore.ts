import { createReadStream } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { ConfigError } from '../../config.ts'
import { connectWithinMs } from '../database.ts'
import { migrateDatabase, ownMigrations } from '../migrate.ts'
import { linesOf } from './lines.ts'
import { type Contents, counter, rowsOf, tablesOf } from './tables.ts'
import { backupFormat } from './write.ts'

const headShape = z.object({ format: z.literal(backupFormat), madeAt: z.iso.datetime(), migration: z.number() })
const contentsShape = z.object({ rows: z.number(), sha256: z.string() })
const endShape = z.object({ tables: z.record(z.string(), contentsShape) })
const copyLine = /^copy ("?[\w]+"?) \(([^)]+)\) from stdin;$/

export interface Restored {
  madeAt: string
  tables: Record<string, Contents>
}

/**
 * Loads a backup into an empty database, in one transaction, and then migrates the database to this version. Before it
 * commits, it reads every table again and compares the number of rows and their hash with the backup. Throws a
 * ConfigError if the database has people already, if no key opens the file, if the file is damaged or cut, or if a newer
 * version has written it.
 */
export async function restoreBackup(url: string, keys: readonly Buffer[], path: string): Promise<Restored> {
  const lines = linesOf(await plainOf(path, keys))
  const head = headShape.safeParse(comment((await lines.next().catch(damage(path))).value))
  if (!head.success) throw new ConfigError(`${path} is no backup of Chartside, or a newer version has written it.`)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await requireEmpty(client)
    await migrateTo(url, head.data.migration)
    await client.query('begin')
    const foreignKeys = await dropForeignKeys(client)
    const present = await tablesOf(client)
    await client.query(`truncate ${present.map(({ name }) => name).join(', ')}`)
    const tables = await load(client, lines, path)
    for (const table of present) await compare(client, table, tables[table.name], path)
    for (const statement of foreignKeys) await client.query(statement)
    await continueNumbers(client)
    await offerUnfinished(client)
    await client.query('commit')
    await migrateDatabase(url)
    return { madeAt: head.data.madeAt, tables }
  } finally {
    await client.end().catch(() => {})
  }
}

async function plainOf(path: string, keys: readonly Buffer[]): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  for (const key of keys) decrypter.addPassphrase(key.toString('base64'))
  const sealed = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  const opened = await decrypter.decrypt(sealed).catch((cause: unknown) => {
    throw new ConfigError(`${path} cannot be opened. Set ENCRYPTION_KEY to the key of the server that made it.`, {
      cause,
    })
  })
  return Readable.fromWeb(opened as never).compose(createGunzip())
}

const comment = (line: unknown): unknown => {
  const text = Buffer.isBuffer(line) && line.length < 1_000_000 ? line.toString('utf8') : ''
  try {
    return text.startsWith('-- ') ? JSON.parse(text.slice(3)) : null
  } catch {
    return null
  }
}

async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.users') is not null as there`)
  if (rows[0]?.there !== true) return
  const people = await client.query('select 1 from users limit 1')
  if (people.rowCount === 0) return
  throw new ConfigError(
    'The database has people already, so nothing was restored. Choose another data folder with --data, or an empty database with DATABASE_URL.',
  )
}

/** Migrates an empty database to the schema of the backup. */
async function migrateTo(url: string, migration: number): Promise<void> {
  const journal = JSON.parse(await readFile(join(ownMigrations, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const entries = journal.entries.filter(({ when }) => when <= migration)
  if (entries.at(-1)?.when !== migration)
    throw new ConfigError('A newer version of Chartside has made this backup. Restore it with that version.')
  const folder = await mkdtemp(join(tmpdir(), 'chartside-migrations-'))
  try {
    await cp(ownMigrations, folder, { recursive: true })
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await migrateDatabase(url, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Drops the foreign keys, so that tables can be loaded in any order. Returns the statements that add them again. */
async function dropForeignKeys(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

/** Returns a function that throws a ConfigError for a file that cannot be read to its end. Rethrows other errors. */
const damage =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof pg.DatabaseError || error instanceof ConfigError) throw error
    throw new ConfigError(`${path} is damaged or cut. Nothing was restored.`, { cause: error })
  }

async function load(client: pg.ClientBase, lines: AsyncGenerator<Buffer>, path: string): Promise<Restored['tables']> {
  const fail = damage(path)
  try {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      const end = endShape.safeParse(comment(next.value))
      if (end.success) return end.data.tables
      const [, table, columns] = copyLine.exec(next.value.toString('utf8')) ?? []
      if (table === undefined) return fail(null)
      await pipeline(
        Readable.from(rowsUntilEnd(lines)),
        client.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
      )
    }
  } catch (error) {
    return fail(error)
  }
  return fail(null)
}

async function* rowsUntilEnd(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (next.value.length === 2 && next.value.toString() === '\\.') return
    yield Buffer.concat([next.value, Buffer.from('\n')])
  }
  throw new Error('The last row is missing.')
}

async function compare(
  client: pg.ClientBase,
  table: Parameters<typeof rowsOf>[1],
  expected: Contents | undefined,
  path: string,
): Promise<void> {
  const counted = counter()
  for await (const text of rowsOf(client, table)) counted.add(text)
  const { rows, sha256 } = counted.contents()
  if (rows !== (expected?.rows ?? 0) || (expected !== undefined && sha256 !== expected.sha256))
    throw new ConfigError(`The rows of ${table.name} differ from those in ${path}. Nothing was restored.`)
}

/**
 * Lets the sweep of the servers find every unfinished row, by the end of its lease. Its job was in a queue, which is not
 * part of a backup.
 */
async function offerUnfinished(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select attrelid::regclass::text as table from pg_attribute join pg_class on pg_class.oid = attrelid
     where attname = 'lease_until' and relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { table } of rows)
    await client.query(`update ${table} set lease_owner = null, lease_until = now() where status = 'generating'`)
}

/** Lets each sequence continue behind the highest number that its column has. */
async function continueNumbers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select tables.oid::regclass::text as table, quote_ident(attname) as column,
       pg_get_serial_sequence(tables.oid::regclass::text, attname) as sequence
     from pg_class tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
     where tables.relnamespace = 'public'::regnamespace and tables.relkind = 'r'
       and pg_get_serial_sequence(tables.oid::regclass::text, attname) is not null`,
  )
  for (const { table, column, sequence } of rows)
    await client.query(`select setval($1, coalesce((select max(${column}) from ${table}), 0) + 1, false)`, [sequence])
}
