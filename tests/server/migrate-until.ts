import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { z } from 'zod'

const folder = fileURLToPath(new URL('../../server/store/migrations', import.meta.url))
const journalText = await readFile(join(folder, 'meta/_journal.json'), 'utf8')
const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) }).parse(JSON.parse(journalText))
/** The names of all migrations, oldest first. */
export const steps = journal.entries.map(({ tag }) => tag)

/** Migrates an empty database up to and including the migration `tag`. */
export async function migrateUntil(client: pg.Client, tag: string): Promise<void> {
  const earlier = await mkdtemp(join(tmpdir(), 'chartside-migrations-'))
  try {
    await cp(folder, earlier, { recursive: true })
    const entries = journal.entries.slice(0, steps.indexOf(tag) + 1)
    await writeFile(join(earlier, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await migrate(drizzle(client), { migrationsFolder: earlier })
  } finally {
    await rm(earlier, { recursive: true, force: true })
  }
}
