import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { type DirectorySettings, directorySettings, type WorkRules } from '../../lib/contracts/index.ts'
import type { Database } from '../store/index.ts'
import { directories, directoryRoles } from '../store/schema/index.ts'
import type { Owner } from './owned.ts'

export type Working = Pick<Owner, 'userId' | 'directoryId'>

interface Ruling {
  id: string
  name: string
  settings: DirectorySettings
  /** Since when the rules hold for private work of this person. Null: not known. */
  since: Date | null
}

/** The organisations whose rules hold for somebody (product 12.105). */
interface Rulers {
  chosen: Ruling | null
  /** True if the rules of the chosen organisation replace those of the others: somebody else has a seat in it, too. */
  isSovereign: boolean
  others: Ruling[]
}

/** SQL condition that nobody but the person `userId` has a seat in a directory: it is the person's own organisation. */
export const isOwnOf = (directoryId: SQL, userId: SQL): SQL =>
  sql`not exists (select 1 from ${directoryRoles} other where other.directory_id = ${directoryId} and other.user_id <> ${userId})`

export const isSeatless = (userId: SQL): SQL =>
  sql`not exists (select 1 from ${directoryRoles} seat where seat.user_id = ${userId} and not ${isOwnOf(sql`seat.directory_id`, sql`seat.user_id`)})`

export async function rulersOf(database: Database, { userId, directoryId }: Working): Promise<Rulers> {
  const { id, name, settings, seatlessSince } = directories
  if (userId === null && directoryId === null) return { chosen: null, isSovereign: false, others: [] }
  const person = sql`${userId}::uuid`
  const rows = await database
    .select({
      id,
      name,
      settings,
      hasSeat: isNotNull(directoryRoles.id),
      isOwn: isOwnOf(sql`${id}`, person),
      occupiedAt: directoryRoles.occupiedAt,
      seatlessSince,
      isForSeatless: sql<boolean>`${seatlessSince} is not null and ${isSeatless(person)}`,
    })
    .from(directories)
    .leftJoin(directoryRoles, and(eq(directoryRoles.directoryId, id), eq(directoryRoles.userId, person)))
    .where(
      or(
        eq(id, sql`${directoryId}::uuid`),
        sql`${id} = any(array(select ${directoryRoles.directoryId} from ${directoryRoles} where ${directoryRoles.userId} = ${person}))`,
        isNotNull(seatlessSince),
      ),
    )
    .orderBy(asc(name), id)
  const all = rows.map((row) => ({
    ...row,
    settings: directorySettings.parse(row.settings),
    since: row.occupiedAt ?? row.seatlessSince,
  }))
  const chosenRuling = all.find((row) => row.id === directoryId) ?? null
  const others = all.filter(
    (row) =>
      userId !== null &&
      row !== chosenRuling &&
      (row.isForSeatless || (row.hasSeat && row.settings.privateWork !== true)),
  )
  return {
    chosen: chosenRuling,
    isSovereign: chosenRuling !== null && (userId === null || !chosenRuling.isOwn),
    others,
  }
}

/**
 * Returns the rules under which this person works in this directory (product 12.105). A rule of an organisation with
 * several members replaces the same rule of the others. Otherwise the strictest rule over all seats holds.
 */
export async function rulesOf(database: Database, working: Working): Promise<Omit<WorkRules, 'language'>> {
  const { chosen, isSovereign, others } = await rulersOf(database, working)
  const names = new Set<string>()
  const ruling = (sets: (settings: DirectorySettings) => boolean): DirectorySettings[] => {
    const ownSettings = chosen !== null && sets(chosen.settings) ? [chosen.settings] : []
    if (isSovereign && ownSettings.length > 0) return ownSettings
    const foreign = others.filter(({ settings }) => sets(settings))
    for (const { name } of foreign) names.add(name)
    return [...ownSettings, ...foreign.map(({ settings }) => settings)]
  }
  // The days of the others hold for private work only. Nobody enforces them here: `retentionDaysOf` states them.
  for (const { name, settings } of isSovereign ? [] : others)
    if (Object.values(settings.retentionDays).some((days) => days !== null)) names.add(name)
  const consents = ruling(({ consent }) => consent.required).map(({ consent }) => consent)
  const models = ruling(({ models }) => models.length > 0).map((one) => one.models)
  return {
    consent:
      consents.length === 0
        ? null
        : {
            required: true,
            text: [...new Set(consents.flatMap(({ text }) => (text === '' ? [] : [text])))].join('\n\n'),
            version: Math.max(...consents.map(({ version }) => version)),
          },
    models: models[0]?.filter((slot) => models.every((slots) => slots.includes(slot))) ?? null,
    allowedHosts: ruling(({ allowedHosts }) => allowedHosts.length > 0).map(({ allowedHosts }) => allowedHosts),
    organizations: [...names],
  }
}

/**
 * Returns after how many days something that this person made in this directory at the time `at` is deleted. Data of an
 * organisation with several members is deleted by its own rule only. Undefined: it is not deleted by itself. The
 * conditions of `retention.ts` state the same rule in SQL.
 */
export async function retentionDaysOf(
  database: Database,
  { at, ...working }: Working & { at: Date },
  things: keyof DirectorySettings['retentionDays'],
): Promise<number | undefined> {
  const { chosen, isSovereign, others } = await rulersOf(database, working)
  const rulers = [chosen, ...(isSovereign ? [] : others.filter(({ since }) => since !== null && since <= at))]
  const days = rulers.flatMap((one) => one?.settings.retentionDays[things] ?? [])
  return days.length === 0 ? undefined : Math.min(...days)
}
