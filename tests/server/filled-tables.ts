import { createHash } from 'node:crypto'
import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  generated: boolean
}

/** Number of rows in each table. */
const rowCount = 3

/**
 * Columns whose value is fixed by a check constraint. For example, a licence of a directory must have no user.
 */
const dictated: Record<string, Record<string, unknown>> = {
  access_members: { email: null },
  directory_roles: { status: 'occupied', email: null },
  licenses: { user_id: null, document_limit: null, session_limit: null },
  layouts: { customer_id: null, customer_user_id: null, public: false },
  outputs: { customer_id: null, customer_user_id: null },
  transcripts: { customer_id: null, customer_user_id: null },
}

/**
 * Fills every table of a database, and returns the names of the tables. Each made-up text contains the name of
 * its column and the number of its row, so no two rows of a table are equal.
 */
export async function fillTables(client: pg.ClientBase): Promise<string[]> {
  const { rows: columns } = await client.query<Column>(
    `select table_name as table, column_name as name, udt_name as type, is_identity = 'YES' as generated
     from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
  )
  const { rows: keys } = await client.query<{ table: string; name: string; other: string }>(
    `select conrelid::regclass::text as table, attname as name, confrelid::regclass::text as other
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const names = [...new Set(columns.map(({ table }) => table))]
  const otherOf = ({ table, name }: Pick<Column, 'table' | 'name'>): string | undefined =>
    keys.find((one) => one.table === table && one.name === name)?.other
  /** Returns the id of a row. In some tables, this id is also the id of a row of another table. */
  const rowId = (table: string, number: number): string => {
    const other = otherOf({ table, name: 'id' })
    return other === undefined ? idOf(table, 'id', number) : rowId(other, number)
  }
  // Fill a table after the tables to which its rows refer.
  const order: string[] = []
  const place = (table: string) => {
    if (order.includes(table)) return
    for (const { other } of keys.filter((key) => key.table === table && key.other !== table)) place(other)
    order.push(table)
  }
  for (const table of names) place(table)

  for (const table of order) {
    const own = columns.filter((column) => column.table === table && !column.generated)
    for (let number = 1; number <= rowCount; number += 1) {
      const values = own.map((column) => {
        const rule = dictated[table]
        if (rule !== undefined && column.name in rule) return rule[column.name]
        const other = otherOf(column)
        return other === undefined ? madeUp(column, number) : rowId(other, number)
      })
      await insert(client, table, own, values)
    }
  }
  await addPublicLayout(client, columns)
  return order
}

async function insert(client: pg.ClientBase, table: string, columns: readonly Column[], values: readonly unknown[]) {
  const list = columns.map(({ name }) => `"${name}"`).join()
  await client.query(`insert into "${table}" (${list}) values (${columns.map((_, index) => `$${index + 1}`).join()})`, [
    ...values,
  ])
}

/**
 * Adds a public template without an owner. It needs a row of its own, because a check constraint of the table permits a
 * row without an owner only if `public` is true.
 */
async function addPublicLayout(client: pg.ClientBase, columns: readonly Column[]): Promise<void> {
  const own = columns.filter(({ table }) => table === 'layouts')
  const nobody: Record<string, unknown> = {
    user_id: null,
    directory_id: null,
    ...dictated.layouts,
    public: true,
    shared: false,
  }
  const values = own.map((column) => (column.name in nobody ? nobody[column.name] : madeUp(column, rowCount + 1)))
  await insert(client, 'layouts', own, values)
}

/** Returns the same id for the same row, so that other rows can refer to the row. */
function idOf(table: string, column: string, number: number): string {
  const hash = createHash('md5').update(`${table} ${column} ${number}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function madeUp({ table, name, type }: Column, number: number): unknown {
  if (type.startsWith('_')) return []
  switch (type) {
    case 'uuid':
      return idOf(table, name, number)
    case 'text':
      return `${table} ${name} ${number}`
    case 'int4':
    case 'int8':
      return number
    case 'bool':
      return number % 2 === 0
    case 'timestamptz':
      return new Date(number * 1_000_000_000)
    case 'jsonb':
      return JSON.stringify({ [name]: number })
    case 'bytea':
      return Buffer.from(`${table} ${name} ${number}`)
    default:
      throw new Error(`No value is known for ${type}. Add one.`)
  }
}
