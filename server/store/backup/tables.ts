import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** A table with the columns that a copy contains, as quoted names. */
export interface Table {
  name: string
  columns: string[]
  /** The columns of the primary key, by which the rows of a copy are ordered. */
  key: string[]
}

/** What a copy of a table contains: the number of its rows, and the SHA-256 of their text in the order of the key. */
export interface Contents {
  rows: number
  sha256: string
}

/** Returns the tables of the server, by name, without counters of attempts, which mean nothing in another place. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select quote_ident(tables.relname) as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select quote_ident(attname) from pg_index, unnest(indkey) with ordinality as place(attnum, position)
        join pg_attribute using (attnum)
        where indrelid = tables.oid and indisprimary and attrelid = tables.oid order by position) as key
    from pg_class tables
    where tables.relnamespace = 'public'::regnamespace and tables.relkind = 'r' and tables.relname <> 'attempts'
    order by tables.relname`)
  return rows
}

/** Reads the rows of a table in the order of its key, in PostgreSQL's text format for COPY. */
export const rowsOf = (client: pg.ClientBase, { name, columns, key }: Table): AsyncIterable<Buffer> =>
  client.query(
    copyTo(`copy (select ${columns.join(', ')} from ${name} order by ${[...key, ...columns].join(', ')}) to stdout`),
  )

/** Counts rows and their hash, while their text passes. In the text of a copy, each line is one row. */
export function counter() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(text: Uint8Array) {
      hash.update(text)
      for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) rows++
    },
    contents: (): Contents => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** Returns the time of the newest migration of a database, which names its schema. */
export async function migrationOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ newest: string }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.newest ?? 0)
}
