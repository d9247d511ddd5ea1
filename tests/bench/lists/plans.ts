import pg from 'pg'
import type { Figure } from '../../../scripts/figures.ts'
import { migrateDatabase } from '../../../server/store/migrate.ts'
import { fillStore } from '../../fakes/many-rows.ts'
import { checkPlans } from '../../fakes/query-plans.ts'

const rows = 1_000_000

/** Fills every long table of a new database, and looks for statements that read a large table row by row. */
export async function planFigures(serverUrl: string): Promise<Figure[]> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query('create database plans')
  const url = serverUrl.replace(/\/postgres$/, '/plans')
  try {
    await migrateDatabase(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const filled = await fillStore(client, rows).finally(() => client.end())
    const { scans, statements, times } = await checkPlans(url, filled)
    const slowest = times.filter(({ call }) => call !== 'retention').sort((a, b) => b.ms - a.ms)[0]
    return [
      {
        measure: `statements that read a table of ${rows} rows, or a tenth of it, row by row`,
        figure: `${scans.length} of ${statements}${scans.map(({ call }) => `; ${call}`).join('')}`,
        limit: 'none',
        holds: scans.length === 0,
      },
      {
        measure: 'the slowest list, search or sweep in that database',
        figure: `${Math.round(slowest?.ms ?? 0)} ms: ${slowest?.call}`,
        limit: 'at most 1,000 ms',
        holds: slowest !== undefined && slowest.ms <= 1_000,
      },
    ]
  } finally {
    await admin.query('drop database plans with (force)')
    await admin.end()
  }
}
