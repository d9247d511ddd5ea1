import { sql } from 'drizzle-orm'
import { withoutTimeLimit } from '../store/index.ts'
import { hasNewestKey, recordNewestKey } from '../store/key-check.ts'
import { places } from '../store/places.ts'
import type { Context } from './index.ts'

/**
 * A database column of encrypted values. `key` lists the columns of the primary key. `place` converts the primary key
 * of a row to the text that was given when the row's value was encrypted. The value can be decrypted only with the same
 * text.
 */
interface SealedColumn {
  table: string
  column: string
  key: readonly string[]
  place: (...key: string[]) => string
}

const numbered =
  (place: (id: string, ...numbers: number[]) => string) =>
  (id: string, ...numbers: string[]) =>
    place(id, ...numbers.map(Number))

/** All columns of encrypted values except the column of the key check. A test compares this list with the database. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'transcript_turns', column: 'words', key: ['transcript_id', 'position'], place: numbered(places.turn) },
  {
    table: 'transcript_turns',
    column: 'unclear',
    key: ['transcript_id', 'position'],
    place: numbered(places.turnUnclear),
  },
  { table: 'transcripts', column: 'terms', key: ['id'], place: places.takeTerms },
  { table: 'transcripts', column: 'patient_name', key: ['id'], place: places.transcriptPatient },
  { table: 'outputs', column: 'patient_name', key: ['id'], place: places.outputPatient },
  { table: 'users', column: 'name_key', key: ['id'], place: places.nameKey },
  { table: 'directories', column: 'name_key', key: ['id'], place: places.nameKey },
  { table: 'recording_keys', column: 'private_key', key: ['id'], place: places.recordingKey },
  { table: 'transcript_file_parts', column: 'bytes', key: ['file_id', 'position'], place: numbered(places.filePart) },
  { table: 'file_objects', column: 'data_key', key: ['id'], place: places.fileKey },
  { table: 'layouts', column: 'request', key: ['id'], place: places.layoutRequest },
  { table: 'idempotency_keys', column: 'answer', key: ['scope', 'key'], place: places.answer },
  { table: 'outputs', column: 'request', key: ['id'], place: places.outputRequest },
  { table: 'outputs', column: 'source', key: ['id'], place: places.outputSource },
  { table: 'outputs', column: 'progress', key: ['id'], place: places.outputProgress },
  { table: 'outputs', column: 'content', key: ['id'], place: places.outputContent },
  { table: 'output_changes', column: 'content', key: ['output_id', 'version'], place: numbered(places.outputChange) },
  { table: 'outputs', column: 'description', key: ['id'], place: places.outputDescription },
  { table: 'customer_tokens', column: 'parameters', key: ['hash'], place: places.customerToken },
  { table: 'customer_logs', column: 'content', key: ['id'], place: places.customerLog },
  { table: 'webhooks', column: 'target', key: ['id'], place: places.webhookTarget },
  { table: 'webhook_deliveries', column: 'payload', key: ['id'], place: places.webhookPayload },
  { table: 'verifications', column: 'request', key: ['id'], place: places.verification },
  { table: 'oauth_flows', column: 'request', key: ['id'], place: places.oauthFlow },
  { table: 'messages', column: 'content', key: ['id'], place: places.message },
  {
    table: 'output_events',
    column: 'result',
    key: ['output_id', 'attempt', 'sequence'],
    place: numbered(places.outputEvent),
  },
]

const batchRows = 100

type Deps = Pick<Context, 'database' | 'store'>

/**
 * Finds the values of one column that are encrypted with an older key, and encrypts them with the newest key. Returns
 * the number of values that were changed.
 */
async function resealColumn({ database, store }: Deps, column: SealedColumn, signal: AbortSignal): Promise<number> {
  const { encryption } = store
  const table = sql.identifier(column.table)
  const value = sql.identifier(column.column)
  const key = sql.join(
    column.key.map((name) => sql.identifier(name)),
    sql`, `,
  )
  // An encrypted value begins with one byte for its format. Then follows the id of its key, except in format 1. Values
  // of format 1 were encrypted before the first key rotation, so they always have an old key.
  const present = Buffer.from(encryption.keyId, 'hex')
  const rowsQuery = sql`select ${key}, ${value} as sealed from ${table}`
  const hasOldKey = sql`(get_byte(${value}, 0) = 1 or substring(${value} from 2 for ${present.length}) <> ${present})`
  const isOld = sql`${value} is not null and ${hasOldKey}`
  let lastKey: unknown[] | null = null
  let count = 0
  while (!signal.aborted) {
    const isBehind: ReturnType<typeof sql> =
      lastKey === null
        ? sql``
        : sql`and (${key}) > (${sql.join(
            lastKey.map((one) => sql`${one}`),
            sql`, `,
          )})`
    const { rows } = await withoutTimeLimit(database, (tx) =>
      tx.execute<Record<string, unknown> & { sealed: Buffer }>(
        sql`${rowsQuery} where ${isOld} ${isBehind} order by ${key} limit ${batchRows}`,
      ),
    )
    for (const row of rows) {
      const keyValues = column.key.map((name) => row[name])
      const resealed = encryption.reseal(column.place(...keyValues.map(String)), row.sealed)
      if (resealed === null) continue
      const isRow = sql.join(
        column.key.map((name, at) => sql`${sql.identifier(name)} = ${keyValues[at]}`),
        sql` and `,
      )
      // If the value was changed after it was read, it is not overwritten: the newer value must not be lost.
      const { rowCount } = await database.execute(
        sql`update ${table} set ${value} = ${resealed} where ${isRow} and ${value} = ${row.sealed}`,
      )
      count += rowCount ?? 0
    }
    const last = rows.at(-1)
    if (rows.length < batchRows || last === undefined) return count
    lastKey = column.key.map((name) => last[name])
  }
  return count
}

/**
 * Finds the values of all columns that are encrypted with an older key, and encrypts them with the newest key. Returns
 * the number of values that were changed. Several servers may do this at the same time.
 */
async function resealAll(deps: Deps, signal: AbortSignal): Promise<number> {
  let total = 0
  for (const column of sealedColumns) total += await resealColumn(deps, column, signal)
  return total
}

/**
 * Returns a task to call once per minute. The task reads the keys again. While a key rotation is not finished, it
 * encrypts old values with the new key, and returns their number. It records the rotation as finished after two passes
 * that found no old value. One pass is not enough: another server may still use the old key until that server reads the
 * keys again, which happens once per minute.
 */
export function rotation(deps: Deps, signal: AbortSignal): () => Promise<number> {
  /** The id of the newest key, if the last pass found no value with an older key. */
  let quietFor: string | null = null
  return async () => {
    const { database, store } = deps
    store.encryption.reload()
    if (await hasNewestKey(database, store.encryption)) return 0
    const { keyId } = store.encryption
    const total = await resealAll(deps, signal)
    if (total > 0 || signal.aborted) quietFor = null
    else if (quietFor === keyId) await recordNewestKey(database, store.encryption)
    else quietFor = keyId
    return total
  }
}
