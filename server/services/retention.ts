import { and, eq, inArray, isNotNull, lt, notExists, type SQL, sql } from 'drizzle-orm'
import { type DirectorySettings, directorySettings } from '../../lib/contracts/index.ts'
import {
  isAbandonedRecording,
  isExpiredReport,
  isExpiredTranscript,
  isIn,
  isOldInSandbox,
  isPrivateOfMembers,
  isPrivateOfSeatless,
  isUnusedInSandbox,
} from '../authority/index.ts'
import type { Clock } from '../clock.ts'
import { notify } from '../store/index.ts'
import {
  auditEntries,
  customers,
  directories,
  layouts,
  layoutVersions,
  outputEvents,
  outputs,
  sessionFamilies,
  transcripts,
} from '../store/schema/index.ts'
import { audit } from './audit.ts'
import { forgetAnswers } from './idempotency.ts'
import type { Context } from './index.ts'
import { releaseCredits } from './licenses/credits.ts'
import { deleteOldFiles } from './transcript-files/stored.ts'
import { failWaitingForDeleted } from './transcript-files/waiting.ts'
import { announce, deleteDeliveries } from './webhooks/index.ts'

const dayMs = 24 * 60 * 60_000
/** Number of rows that one transaction deletes. A larger transaction would hold its locks too long. */
const batch = 500
/** Arbitrary id of the advisory lock that lets only one server at a time delete old data. */
const lockId = 7_204_419

/** How long rows are kept, in days, if no setting of a directory applies to them (product 12.37). */
export const keptDays = {
  sandbox: 30,
  events: 7,
  endedSessions: 90,
  layoutVersions: 400,
  audit: 6 * 365 + 2,
  abandonedRecordings: 30,
  unreadFiles: 30,
  webhookDeliveries: 30,
}
const versionsKept = 20

const daysBefore = (clock: Clock, days: number): Date => new Date(clock.now().getTime() - days * dayMs)

/**
 * Deletes, in batches, everything that is older than `keptDays` and the settings of the directories allow. Each batch
 * is a transaction that tries to get an advisory lock. If another server has the lock, this server ends the task
 * without deleting, and goes on with the next task. `signal` stops the deletion between two batches.
 */
export async function deleteExpired(context: Context, signal: AbortSignal): Promise<void> {
  const { database, clock } = context
  const cutoffOf = (days: number) => daysBefore(clock, days)
  const tasks: ((inside: Context) => Promise<number>)[] = [
    ...(await ofDirectories(context)),
    ...ofSandbox(cutoffOf(keptDays.sandbox)),
    (inside) => deleteTranscripts(inside, isAbandonedRecording(cutoffOf(keptDays.abandonedRecordings)), null),
    (inside) => deleteOldFiles(inside, cutoffOf(keptDays.unreadFiles), batch),
    (inside) => deleteEvents(inside, cutoffOf(keptDays.events)),
    (inside) => deleteDeliveries(inside, cutoffOf(keptDays.webhookDeliveries), batch),
    (inside) => deleteVersions(inside, cutoffOf(keptDays.layoutVersions)),
    async ({ database }) => {
      const isEnded = and(
        isNotNull(sessionFamilies.endedAt),
        lt(sessionFamilies.endedAt, cutoffOf(keptDays.endedSessions)),
      )
      const ids = database.select({ id: sessionFamilies.id }).from(sessionFamilies).where(isEnded).limit(batch)
      const { rowCount } = await database.delete(sessionFamilies).where(inArray(sessionFamilies.id, ids))
      return rowCount ?? 0
    },
    async ({ database }) => {
      const isOld = lt(auditEntries.at, cutoffOf(keptDays.audit))
      const ids = database.select({ id: auditEntries.id }).from(auditEntries).where(isOld).limit(batch)
      const { rowCount } = await database.delete(auditEntries).where(inArray(auditEntries.id, ids))
      return rowCount ?? 0
    },
  ]
  for (const task of tasks) {
    let count = batch
    while (count === batch && !signal.aborted) {
      count = await database.transaction(async (tx) => {
        const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${lockId}) as mine`)
        return rows[0]?.mine === true ? task({ ...context, database: tx }) : 0
      })
    }
  }
}

type Kept = keyof DirectorySettings['retentionDays']

/**
 * Returns tasks that delete old transcripts and notes of the directories (organisations) whose settings limit how long
 * these are kept, and of the people for whose private work these settings hold. Each batch reads the settings again,
 * because a manager may change them between two batches.
 */
async function ofDirectories({ database }: Context) {
  const rows = await database
    .select({ id: directories.id, settings: directories.settings })
    .from(directories)
    .where(sql`${directories.settings} ? 'retentionDays'`)
  return rows.flatMap(({ id, settings }) => {
    const days = directorySettings.parse(settings).retentionDays
    return (['outputs', 'transcripts'] as const)
      .filter((things) => days[things] !== null)
      .flatMap((things) => governed.map((which) => (inside: Context) => deleteOfDirectory(inside, id, things, which)))
  })
}

/**
 * The rows for which the settings of a directory hold: its own, and those of private work (product 12.105, 12.106). Each
 * is a statement of its own, so that PostgreSQL uses an index for each. Undefined: the settings hold for no such rows.
 */
const governed: ((things: typeof outputs | typeof transcripts, directory: Ruling) => SQL | undefined)[] = [
  (things, { id }) => isIn(things, id),
  (things, { id, settings }) => (settings.privateWork === true ? undefined : isPrivateOfMembers(things, id)),
  (things, { seatlessSince }) => (seatlessSince === null ? undefined : isPrivateOfSeatless(things, seatlessSince)),
]

interface Ruling {
  id: string
  settings: DirectorySettings
  seatlessSince: Date | null
}

/**
 * Deletes one batch of old transcripts or notes for which the settings of a directory hold, and returns their number.
 * The row lock prevents the settings from changing before the commit. Deletes nothing if the directory has no limit any
 * more.
 */
async function deleteOfDirectory(
  inside: Context,
  id: string,
  things: Kept,
  governs: (typeof governed)[number],
): Promise<number> {
  const { database, clock } = inside
  const [row] = await database
    .select({ settings: directories.settings, seatlessSince: directories.seatlessSince })
    .from(directories)
    .where(eq(directories.id, id))
    .for('share')
  if (row === undefined) return 0
  const settings = directorySettings.parse(row.settings)
  const days = settings.retentionDays[things]
  const which = governs(things === 'outputs' ? outputs : transcripts, { ...row, id, settings })
  if (days === null || which === undefined) return 0
  const cutoff = daysBefore(clock, days)
  return things === 'outputs'
    ? deleteReports(inside, isExpiredReport(which, cutoff), id)
    : deleteTranscripts(inside, isExpiredTranscript(which, cutoff), id)
}

/**
 * Returns the tasks that delete old data of the sandbox. Outputs are deleted before the transcripts from which they
 * were made.
 */
const ofSandbox = (cutoff: Date) => [
  (inside: Context) => deleteReports(inside, isOldInSandbox(outputs, cutoff), null),
  (inside: Context) => deleteTranscripts(inside, isOldInSandbox(transcripts, cutoff), null),
  async ({ database }: Context) => {
    const ids = database.select({ id: layouts.id }).from(layouts).where(isOldInSandbox(layouts, cutoff)).limit(batch)
    const rows = await database.delete(layouts).where(inArray(layouts.id, ids)).returning({ id: layouts.id })
    await forgetAnswers({ database }, ...rows.map(({ id }) => id))
    return rows.length
  },
  async ({ database }: Context) => {
    const ids = database.select({ id: customers.id }).from(customers).where(isUnusedInSandbox(cutoff)).limit(batch)
    const { rowCount } = await database.delete(customers).where(inArray(customers.id, ids))
    return rowCount ?? 0
  },
]

const server = (directoryId: string | null) => ({
  address: null,
  directory: directoryId === null ? null : { id: directoryId },
})

async function deleteTranscripts(context: Context, which: SQL | undefined, directoryId: string | null) {
  const { database } = context
  const expired = await database
    .select({ id: transcripts.id, status: transcripts.status })
    .from(transcripts)
    .where(which)
    .limit(batch)
    .for('update', { skipLocked: true })
  const ids = expired.map(({ id }) => id)
  if (ids.length === 0) return 0
  await failWaitingForDeleted(context, expired)
  await database.delete(transcripts).where(inArray(transcripts.id, ids))
  for (const id of ids) {
    await forgetAnswers(context, id)
    await audit(context, server(directoryId), 'transcript.expire', id)
  }
  return ids.length
}

async function deleteReports(context: Context, which: SQL | undefined, directoryId: string | null) {
  const { database } = context
  const { id, identifier, customerId, customerUserId } = outputs
  const expired = await database
    .select({ id, identifier, customerId, customerUserId })
    .from(outputs)
    .where(which)
    .limit(batch)
    .for('update', { skipLocked: true })
  const ids = expired.map(({ id }) => id)
  if (ids.length === 0) return 0
  await database.delete(outputs).where(inArray(outputs.id, ids))
  await announce(context, 'output.deleted', expired)
  await releaseCredits(database, ids)
  for (const id of ids) {
    await forgetAnswers(context, id)
    await notify(database, id)
    await audit(context, server(directoryId), 'report.expire', id)
  }
  return ids.length
}

/**
 * Deletes the events (`outputEvents`) that are older than `cutoff`, except those of outputs that are still being
 * written. No result is lost, because the results are also stored in the outputs.
 */
async function deleteEvents({ database }: Context, cutoff: Date) {
  const isFinished = notExists(
    database
      .select({ id: outputs.id })
      .from(outputs)
      .where(
        and(sql`${outputs.id} = ${outputEvents.outputId}`, sql`${outputs.status} in ('generating', 'ocr-waiting')`),
      ),
  )
  // With the row addresses as an array, PostgreSQL reads only these rows. With `in`, it could read the whole table.
  const rows = sql`select ctid from ${outputEvents} where ${and(lt(outputEvents.createdAt, cutoff), isFinished)} limit ${batch}`
  const { rowCount } = await database.delete(outputEvents).where(sql`ctid = any(array(${rows}))`)
  return rowCount ?? 0
}

async function deleteVersions({ database }: Context, cutoff: Date) {
  const newer = sql`(select count(*) from ${layoutVersions} as newer where newer.layout_id = ${layoutVersions.layoutId} and newer.version > ${layoutVersions.version})`
  const isOld = and(lt(layoutVersions.savedAt, cutoff), sql`${newer} >= ${versionsKept}`)
  const rows = sql`select ctid from ${layoutVersions} where ${isOld} limit ${batch}`
  const { rowCount } = await database.delete(layoutVersions).where(sql`ctid = any(array(${rows}))`)
  return rowCount ?? 0
}
