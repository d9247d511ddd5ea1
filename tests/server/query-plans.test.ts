import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { isExhaustive } from '../exhaustive.ts'
import { fillStore } from '../fakes/many-rows.ts'
import { checkPlans } from '../fakes/query-plans.ts'
import { freshDatabase } from './fresh-database.ts'

/**
 * Number of rows. `npm run bench -- lists` makes the check of this file with a million rows. To insert a million rows
 * takes minutes.
 */
const rows = 100_000

const withManyRows = test.runIf(isExhaustive('many rows'))

withManyRows('no list, no search and no sweep reads a large table row by row', async () => {
  const database = await freshDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const filled = await fillStore(client, rows)
    const { scans, large, statements } = await checkPlans(database.url, filled)
    expect(scans).toEqual([])
    expect(large.size).toBeGreaterThan(15)
    expect(statements).toBeGreaterThan(300)
    // Prove that the check above can find something: without these two indexes, the reports of a person are read row by
    // row.
    await client.query('drop index outputs_user_id_created_at_id_customer_id_index')
    await client.query('drop index outputs_user_id_patient_id_created_at_index')
    const without = await checkPlans(database.url, filled)
    expect(new Set(without.scans.flatMap(({ tables }) => tables))).toEqual(new Set(['outputs']))
  } finally {
    await client.end()
    await database.drop()
  }
})

test('an index leads to the rows of every reference, so that deleting a row reads no other table', async () => {
  const client = new pg.Client({ connectionString: inject('templateUrl') })
  await client.connect()
  try {
    const { rows: unindexed } = await client.query(
      `select conrelid::regclass::text as of, conname from pg_constraint as c
       where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
         select 1 from pg_index where indrelid = c.conrelid and indkey[0] = c.conkey[1] and indpred is null)`,
    )
    expect(unindexed).toEqual([])
  } finally {
    await client.end()
  }
})
