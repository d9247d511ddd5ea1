import { randomUUID } from 'node:crypto'
import { and, eq, type SQL } from 'drizzle-orm'
import type { ListQuery, PatientSearch, Transcript, TranscriptSummary } from '../../../lib/contracts/index.ts'
import { type Caller, changeableBy, languageOf, ownedBy, ownerOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { places } from '../../store/places.ts'
import { transcripts } from '../../store/schema/index.ts'
import { markedOnly } from '../../transcription/index.ts'
import { audit, auditRead } from '../audit.ts'
import { forgetAnswers } from '../idempotency.ts'
import { identifierOf, refuseTaken } from '../identifiers.ts'
import type { Context } from '../index.ts'
import { countNewest, isOnPage, matches, type NewestFirst, newestOrder, pageOf } from '../lists.ts'
import { isFound, namedPatient, openName } from '../patient-names.ts'
import { forgetFile, hasStoredFile } from '../transcript-files/stored.ts'
import { failWaitingForDeleted, startWaiting } from '../transcript-files/waiting.ts'
import { announce } from '../webhooks/index.ts'
import { hasReports } from './existence.ts'
import { addTurns, hasWords, readTimedTurns, readTurns, timedTurnsOf, withTimesOf, writeTurns } from './turns.ts'

const frameRateHz = 16_000

export type Row = typeof transcripts.$inferSelect

export function toSummary(context: Pick<Context, 'store'>, row: Row): TranscriptSummary {
  return {
    id: row.id,
    title: row.title,
    ...(row.patientId === null ? {} : { patientId: row.patientId }),
    ...openName(context, places.transcriptPatient(row.id), row.patientName),
    language: row.language,
    status: row.status,
    ...(row.statusText === null ? {} : { statusText: row.statusText }),
    duration: row.durationFrames / frameRateHz,
    ...(row.status === 'transcribing' && row.fileFrames !== null && row.fileFrames > 0
      ? { progress: Math.min(1, row.durationFrames / row.fileFrames) }
      : {}),
    createdAt: row.createdAt.toISOString(),
  }
}

async function find({ database }: Context, principal: Caller, id: string): Promise<Row> {
  const [row] = await database
    .select()
    .from(transcripts)
    .where(and(eq(transcripts.id, id), ownedBy(transcripts, ownerOf(principal))))
  if (row === undefined) throw new Problem('not_found')
  return row
}

export const listTranscripts = (context: Context, principal: Caller, query: ListQuery) =>
  listWhere(context, principal, query, matches(query.search, transcripts.title, transcripts.patientId))

/** Searches the caller's transcripts, also by the names of patients (product 12.111). */
export const searchTranscripts = async (context: Context, principal: Caller, query: PatientSearch) =>
  listWhere(context, principal, query, await isFound(context, principal, transcripts, query))

async function listWhere(
  context: Context,
  principal: Caller,
  page: Pick<ListQuery, 'offset' | 'limit'>,
  where: SQL | undefined,
) {
  const { database } = context
  const list: NewestFirst = {
    table: transcripts,
    id: transcripts.id,
    at: transcripts.createdAt,
    anyOf: [ownedBy(transcripts, ownerOf(principal))],
    where,
  }
  const total = await countNewest(database, list)
  const rows = await database
    .select()
    .from(transcripts)
    .where(isOnPage(list, page))
    .orderBy(...newestOrder(list))
  const items = rows.map((row) => toSummary(context, row))
  return pageOf(items, total, page)
}

export async function getTranscript(context: Context, principal: Caller, id: string): Promise<Transcript> {
  const row = await find(context, principal, id)
  const turns = await readTimedTurns(context.database, context.store.encryption, id)
  return {
    ...toSummary(context, row),
    turns: turns.map(({ words }) => words),
    ...markedOnly(turns.map(({ unclear }) => unclear)),
    ...(await storedFileOf(context.database, row)),
    ...(turns.some(({ beginMs }) => beginMs !== null) ? { turnBeginsMs: turns.map(({ beginMs }) => beginMs) } : {}),
  }
}

/** `hasFile` of a transcript, if its file is stored. */
export async function storedFileOf(database: Context['database'], { id, status }: Pick<Row, 'id' | 'status'>) {
  const isPossible = status === 'failed' || status === 'incomplete'
  return isPossible && (await hasStoredFile(database, id)) ? { hasFile: true as const } : {}
}

export async function readTranscript(context: Context, principal: Caller, id: string): Promise<Transcript> {
  const transcript = await getTranscript(context, principal, id)
  if (transcript.status === 'ready') await forgetFile(context.database, id)
  await auditRead(context, principal, 'transcript.read', id)
  return transcript
}

/**
 * Stores typed or pasted words as a transcript. Throws `nothing_said` if the text has no words, and `conflict` if the
 * customer has already used the identifier.
 */
export async function submitText(
  context: Context,
  principal: Caller,
  input: {
    text: string
    title?: string | undefined
    patientId?: string | undefined
    patientName?: string | undefined
    /** Absent: the language of the directory, or English. */
    language?: string | undefined
    identifier?: string | undefined
  },
): Promise<Transcript> {
  const timed = timedTurnsOf(input.text)
  const turns = timed.map(({ words }) => words)
  if (!hasWords(turns)) throw new Problem('nothing_said', 'This text contains no words. Type or paste what was said.')
  const id = randomUUID()
  const now = context.clock.now()
  const owner = ownerOf(principal)
  const rows = await context.database
    .insert(transcripts)
    .values({
      id,
      ...owner,
      identifier: identifierOf(principal, id, input.identifier),
      title: input.title === undefined || input.title === '' ? 'Typed note' : input.title,
      patientId: input.patientId ?? null,
      ...(await namedPatient(context, owner, places.transcriptPatient(id), input.patientName)),
      language: input.language ?? (await languageOf(context.database, principal.directory?.id ?? null)),
      status: 'ready',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  refuseTaken(rows)
  const [row] = rows
  if (row === undefined) throw new Error('A new transcript was not stored.')
  await addTurns(context.database, context.store.encryption, { transcriptId: id, from: 0, turns: timed })
  await audit(context, principal, 'transcript.create', id)
  await announce(context, 'transcript.ready', rows)
  return { ...toSummary(context, row), turns }
}

/**
 * Replaces the words of a transcript, its title, or the name of its patient. `complete` accepts a transcript that is
 * incomplete: it becomes ready, and the notes that wait for it begin. Throws `not_found`, and `locked` while the
 * transcript is being recorded or read from a file.
 */
export async function correctTranscript(
  context: Context,
  principal: Caller,
  id: string,
  change: {
    turns?: readonly string[] | undefined
    title?: string | undefined
    patientName?: string | undefined
    complete?: true | undefined
  },
): Promise<Transcript> {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const [row] = await tx
      .select()
      .from(transcripts)
      .where(and(eq(transcripts.id, id), changeableBy(transcripts, ownerOf(principal))))
      .for('update')
    if (row === undefined) throw new Problem('not_found')
    refuseUnfinished(row)
    const title = change.title === undefined ? {} : { title: change.title }
    const patient =
      change.patientName === undefined
        ? {}
        : await namedPatient(inside, row, places.transcriptPatient(id), change.patientName)
    await tx
      .update(transcripts)
      .set({ ...title, ...patient, updatedAt: context.clock.now() })
      .where(eq(transcripts.id, id))
    if (change.turns !== undefined) {
      const { encryption } = context.store
      const turns = withTimesOf(await readTimedTurns(tx, encryption, id), change.turns)
      await writeTurns(tx, encryption, { transcriptId: id, from: 0, turns })
    }
    if (change.complete === true && row.status === 'incomplete') await acceptIncomplete(inside, row)
    await audit(inside, principal, 'transcript.correct', id)
  })
  return getTranscript(context, principal, id)
}

/** Throws `locked` while the transcript is being recorded or read from a file. */
export function refuseUnfinished({ status }: Pick<Row, 'status'>): void {
  if (status === 'recording')
    throw new Problem('locked', 'This session is still being recorded. Finish the recording first.')
  if (status === 'ocr-waiting' || status === 'transcribing')
    throw new Problem('locked', 'This file is still being read. Wait until it is ready.')
}

async function acceptIncomplete(context: Context, { id }: Pick<Row, 'id'>): Promise<void> {
  const { database, clock, store, jobs } = context
  const accepted = await database
    .update(transcripts)
    .set({ status: 'ready', updatedAt: clock.now() })
    .where(eq(transcripts.id, id))
    .returning()
  await forgetFile(database, id)
  const turns = await readTurns(database, store.encryption, id)
  await startWaiting(database, { encryption: store.encryption, enqueue: jobs.enqueue }, id, turns)
  await announce(context, 'transcript.ready', accepted)
}

export async function deleteTranscript(context: Context, principal: Caller, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    await removeTranscript({ ...context, database: tx }, principal, await lock(tx, principal, id))
  })
}

/**
 * Deletes the transcript of a discarded session, unless a note uses the transcript. `deleted`: whether the transcript
 * was deleted. Throws `not_found`.
 */
export async function discardTranscript(
  context: Context,
  principal: Caller,
  id: string,
): Promise<{ deleted: boolean }> {
  return context.database.transaction(async (tx) => {
    const row = await lock(tx, principal, id)
    if (await hasReports(tx, id)) return { deleted: false }
    await removeTranscript({ ...context, database: tx }, principal, row)
    return { deleted: true }
  })
}

async function lock(tx: Context['database'], principal: Caller, id: string): Promise<Pick<Row, 'id' | 'status'>> {
  const [row] = await tx
    .select({ id: transcripts.id, status: transcripts.status })
    .from(transcripts)
    .where(and(eq(transcripts.id, id), changeableBy(transcripts, ownerOf(principal))))
    .for('update')
  if (row === undefined) throw new Problem('not_found')
  return row
}

export async function removeTranscript(
  context: Context,
  principal: Caller,
  row: Pick<Row, 'id' | 'status'>,
): Promise<void> {
  const { id } = row
  await failWaitingForDeleted(context, [row])
  await context.database.delete(transcripts).where(eq(transcripts.id, id))
  await forgetAnswers(context, id)
  await audit(context, principal, 'transcript.delete', id)
}
