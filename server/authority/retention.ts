import { and, eq, gte, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import {
  customers,
  directoryRoles,
  layouts,
  outputChanges,
  outputs,
  transcripts,
  users,
} from '../store/schema/index.ts'
import { isOwnOf, isSeatless } from './rules.ts'

type Kept = typeof transcripts | typeof outputs

export const isIn = (things: Kept, directoryId: string): SQL => eq(things.directoryId, directoryId)

const isPrivate = (things: Kept): SQL => isOwnOf(sql`${things.directoryId}`, sql`${things.userId}`)

/**
 * SQL condition for the private rows that members of a directory have made since they have their seats (product
 * 12.105). Older rows were made under no rule of this directory.
 */
export const isPrivateOfMembers = (things: Kept, directoryId: string): SQL | undefined => {
  const { directoryId: id, userId, occupiedAt } = directoryRoles
  // With the ids as an array, PostgreSQL uses the index that begins with the person.
  const members = sql`array(select ${userId} from ${directoryRoles} where ${id} = ${directoryId} and ${userId} is not null)`
  const seatStart = sql`(select ${occupiedAt} from ${directoryRoles} where ${id} = ${directoryId} and ${userId} = ${things.userId})`
  return and(
    sql`${things.userId} = any(${members})`,
    sql`${things.createdAt} >= ${seatStart}`,
    sql`${things.directoryId} is distinct from ${directoryId}`,
    isPrivate(things),
  )
}

export const isPrivateOfSeatless = (things: Kept, start: Date): SQL | undefined =>
  and(
    sql`${things.userId} = any(array(select ${users.id} from ${users} where ${isSeatless(sql`${users.id}`)}))`,
    gte(things.createdAt, start),
    isPrivate(things),
  )

/**
 * SQL condition for the transcripts among `which` that were made before the time `cutoff` and must therefore be deleted.
 * Transcripts that are still being made are excepted.
 */
export const isExpiredTranscript = (which: SQL | undefined, cutoff: Date): SQL | undefined =>
  and(
    which,
    lt(transcripts.createdAt, cutoff),
    notInArray(transcripts.status, ['recording', 'transcribing', 'ocr-waiting']),
  )

/**
 * SQL condition for the notes among `which` that were made before the time `cutoff` and must therefore be deleted. Every
 * note that was ever signed is excepted, because it is a legal record. This is also true while a person corrects
 * the note. Notes that are being written are excepted, too.
 */
export const isExpiredReport = (which: SQL | undefined, cutoff: Date): SQL | undefined =>
  and(
    which,
    lt(outputs.createdAt, cutoff),
    notInArray(outputs.status, ['signed', 'generating', 'ocr-waiting']),
    sql`(select count(*) from ${outputChanges} where ${outputChanges.outputId} = ${outputs.id} and ${outputChanges.kind} = 'signed') = 0`,
  )

type Things = typeof transcripts | typeof outputs | typeof layouts

export const isOldInSandbox = (things: Things, cutoff: Date): SQL | undefined =>
  and(
    sql`${things.customerId} in (select ${customers.id} from ${customers} where ${customers.test})`,
    lt(things.createdAt, cutoff),
  )

export const isUnusedInSandbox = (cutoff: Date): SQL | undefined =>
  and(
    eq(customers.test, true),
    lt(customers.createdAt, cutoff),
    ...[transcripts, outputs, layouts].map(
      (things) => sql`not exists (select 1 from ${things} where ${things.customerId} = ${customers.id})`,
    ),
  )

/**
 * SQL condition for recordings without a word that were last changed before `cutoff`. A recording with words is kept,
 * because its owner may continue it.
 */
export const isAbandonedRecording = (cutoff: Date): SQL | undefined =>
  and(
    eq(transcripts.status, 'recording'),
    lt(transcripts.updatedAt, cutoff),
    sql`not exists (select 1 from transcript_turns where transcript_id = ${transcripts.id})`,
  )
