import { sql } from 'drizzle-orm'
import type { CommitAll } from '../../transcription/index.ts'
import type { Services } from '../index.ts'
import { sealTurn } from './turns.ts'

/**
 * Returns a function that commits many takes in one statement (product 9.11). A commit with an outdated epoch changes
 * neither position nor words. Stored turns after the new end of a transcript are deleted. The turns of the commit are
 * written with an upsert, because one statement cannot delete a row and insert it again.
 */
export function createCommitAll({ store, clock }: Pick<Services, 'store' | 'clock'>): CommitAll {
  const { database, encryption } = store
  return async (commits) => {
    const turns = commits.flatMap(({ transactionId, fromTurn, turns, turnBeginsMs, turnUnclear }, place) =>
      turns.map((words, index) => {
        const position = fromTurn + index
        const beginMs = turnBeginsMs?.[index] ?? null
        const turn = { words, beginMs, unclear: turnUnclear?.[index] ?? [] }
        return { place, position, ...sealTurn(encryption, transactionId, position, turn) }
      }),
    )
    const list = (values: readonly unknown[]) => sql.param(values)
    const now = clock.now().toISOString()
    const { rows } = await database.execute<{ place: number }>(sql`
      with given as (
        select * from unnest(
          ${list(commits.map((_, place) => place))}::int[],
          ${list(commits.map((one) => one.transactionId))}::uuid[],
          ${list(commits.map((one) => one.epoch))}::int[],
          ${list(commits.map((one) => one.durationFrames))}::bigint[],
          ${list(commits.map((one) => `{${one.channelFrames.join()}}`))}::text[],
          ${list(commits.map((one) => one.fromTurn + one.turns.length))}::int[]
        ) as g(place, id, epoch, duration, channels, turn_count)
      ), moved as (
        update transcripts as t
        set duration_frames = g.duration, channel_frames = g.channels::bigint[], updated_at = ${now}
        from given as g where t.id = g.id and t.epoch = g.epoch
        returning g.place, g.id, g.turn_count
      ), dropped as (
        delete from transcript_turns as w using moved as m
        where w.transcript_id = m.id and w.position >= m.turn_count
      ), written as (
        insert into transcript_turns (transcript_id, position, words, begin_ms, unclear)
        select m.id, w.position, w.words, w.begin_ms, w.unclear
        from unnest(
          ${list(turns.map((one) => one.place))}::int[],
          ${list(turns.map((one) => one.position))}::int[],
          ${list(turns.map((one) => one.words))}::bytea[],
          ${list(turns.map((one) => one.beginMs))}::int[],
          ${list(turns.map((one) => one.unclear))}::bytea[]
        ) as w(place, position, words, begin_ms, unclear) join moved as m on m.place = w.place
        on conflict (transcript_id, position) do update
          set words = excluded.words, begin_ms = excluded.begin_ms, unclear = excluded.unclear
      )
      select place from moved`)
    const places = new Set(rows.map(({ place }) => place))
    return commits.map((_, place) => places.has(place))
  }
}
