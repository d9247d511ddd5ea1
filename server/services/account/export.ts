import { Readable } from 'node:stream'
import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ZipFile } from 'yazl'
import { limits } from '../../../lib/contracts/index.ts'
import { isOwnLayout, isOwnReport, ownedBy, ownerOf, type Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { directories, directoryRoles, layouts, layoutVersions, outputs, transcripts } from '../../store/schema/index.ts'
import { getAccount } from '../accounts.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { getLayout } from '../layouts/index.ts'
import { identitiesOf } from '../oauth/index.ts'
import { getReport, listReportHistory } from '../reports/index.ts'
import { getTranscript } from '../transcripts/index.ts'
import { listSessions } from './sessions.ts'

const idsAtOnce = 1000

/**
 * Exports everything that belongs to this person, as a zip file of JSON files (product 12.32). Each file is read and
 * decrypted when it is written to the zip, so only one file is in memory. If a row is deleted during the export, the
 * file of this row contains `null`.
 */
export async function exportAccount(
  context: Context,
  person: Person,
): Promise<{ name: string; type: 'application/zip'; bytes: Readable }> {
  await audit(context, person, 'account.export', person.userId)
  const zip = new ZipFile()
  const bytes = zip.outputStream as Readable
  // Ends the download with an error. Without this handler, an incomplete zip file would look complete.
  zip.on('error', (error: unknown) => bytes.destroy(error instanceof Error ? error : new Error('The export failed.')))

  const add = (path: string, readContent: () => Promise<unknown>) =>
    zip.addReadStreamLazy(path, (callback) => {
      // After the client has closed the connection, no more files are read.
      if (bytes.destroyed) return callback(new Error('The export was cancelled.'), Readable.from([]))
      readContent().then(
        (value) => callback(null, Readable.from([JSON.stringify(value, null, 2)])),
        (error: unknown) => callback(error, Readable.from([])),
      )
    })

  add('account.json', () => getAccount(context, person))
  add('sessions.json', () => pages((page) => listSessions(context, person, page)))
  add('identities.json', () => identitiesOf(context, person.userId))
  add('directories.json', () => seatsOf(context, person))
  for (const id of await idsOf(context, layouts, isOwnLayout(person)))
    add(`templates/${id}.json`, () => orGone(() => layoutWithVersions(context, person, id)))
  for (const id of await idsOf(context, transcripts, ownedBy(transcripts, ownerOf(person))))
    add(`transcripts/${id}.json`, () => orGone(() => getTranscript(context, person, id)))
  for (const id of await idsOf(context, outputs, isOwnReport(person)))
    add(`notes/${id}.json`, () => orGone(() => reportWithHistory(context, person, id)))
  zip.end()
  return { name: 'chartside-export.zip', type: 'application/zip', bytes }
}

const orGone = (readContent: () => Promise<unknown>): Promise<unknown> =>
  readContent().catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  })

async function idsOf(
  { database }: Context,
  table: PgTable & { id: PgColumn },
  condition: SQL | undefined,
): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const lastId = ids.at(-1)
    const rows = await database
      .select({ id: table.id })
      .from(table as PgTable)
      .where(and(condition, lastId === undefined ? undefined : gt(table.id, lastId)))
      .orderBy(asc(table.id))
      .limit(idsAtOnce)
    for (const { id } of rows) ids.push(String(id))
    if (rows.length < idsAtOnce) return ids
  }
}

async function pages<Item>(
  readPage: (page: { offset: number; limit: number }) => Promise<{ items: Item[] }>,
): Promise<Item[]> {
  const all: Item[] = []
  for (;;) {
    const { items } = await readPage({ offset: all.length, limit: limits.pageSizeMax })
    all.push(...items)
    // A page with fewer items than requested is the last page. The `total` of the list cannot be used to find the last
    // page, because `total` is exact only up to 10,000.
    if (items.length < limits.pageSizeMax) return all
  }
}

async function layoutWithVersions(context: Context, person: Person, id: string) {
  const layout = await getLayout(context, person, id)
  const versions = await context.database
    .select()
    .from(layoutVersions)
    .where(eq(layoutVersions.layoutId, id))
    .orderBy(asc(layoutVersions.version))
  return { ...layout, versions: versions.map(({ layoutId: _, savedBy: __, ...version }) => version) }
}

async function reportWithHistory(context: Context, person: Person, id: string) {
  const report = await getReport(context, person, id)
  return { ...report, history: await pages((page) => listReportHistory(context, person, id, page)) }
}

const seatsOf = ({ database }: Context, { userId }: Person) =>
  database
    .select({ directory: directories.name, role: directoryRoles.name, permissions: directoryRoles.permissions })
    .from(directoryRoles)
    .innerJoin(directories, eq(directories.id, directoryRoles.directoryId))
    .where(eq(directoryRoles.userId, userId))
