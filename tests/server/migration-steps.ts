import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const folder = fileURLToPath(new URL('../../server/store/migrations', import.meta.url))
const journalText = await readFile(join(folder, 'meta/_journal.json'), 'utf8')
const entry = z.looseObject({ tag: z.string(), when: z.number() })
const journal = z.looseObject({ entries: z.tuple([entry], entry) }).parse(JSON.parse(journalText))

/** The names of all migrations, oldest first. */
export const steps = journal.entries.map(({ tag }) => tag)
/** When the first migration was made, in ms. A database stores this number for each of its migrations. */
export const firstMadeAt = journal.entries[0].when

/**
 * Calls `work` with a folder of migrations: those of the server up to and including `tag`, and then one that runs the
 * statements of `added`, if there are any.
 */
export async function withMigrations<Result>(
  { until: tag, added }: { until: string; added?: string },
  work: (migrationsFolder: string) => Promise<Result>,
): Promise<Result> {
  const copy = await mkdtemp(join(tmpdir(), 'chartside-migrations-'))
  try {
    await cp(folder, copy, { recursive: true })
    const entries: z.infer<typeof entry>[] = journal.entries.slice(0, steps.indexOf(tag) + 1)
    const last = entries.at(-1)
    if (last === undefined) throw new Error(`There is no migration ${tag}.`)
    if (added !== undefined) {
      entries.push({ ...last, tag: 'added', when: last.when + 1 })
      await writeFile(join(copy, 'added.sql'), added)
    }
    await writeFile(join(copy, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    return await work(copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
