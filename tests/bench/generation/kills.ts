import pg from 'pg'
import type { Figure } from '../../../scripts/bench.ts'
import { writeThroughKills } from '../../fakes/killed-notes.ts'
import { noteReply } from '../../fakes/note-model.ts'
import { startFakeOpenAi } from '../../fakes/openai-server.ts'
import type { BenchDatabase } from '../recording-server/database.ts'
import { pace } from './groups.ts'
import { noteServers, preparedNote } from './note-server.ts'

const kills = 50
const killsAtATime = 2
const fieldCount = 3
/** The model takes about 1.6 s for the three fields, so every kill hits a note that is being written. */
const killWithinMs = 1500

/**
 * Kills servers with `kill -9` while they write a note, many times. Each time, the next server continues on the same
 * database.
 */
export async function killFigures(database: BenchDatabase): Promise<Figure[]> {
  const model = await startFakeOpenAi((request) => noteReply(request, pace))
  const servers = await noteServers(database, model.baseUrl)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { ids, reports, server } = await writeThroughKills({
      start: servers.start,
      model,
      prepare: (url) => preparedNote(url, fieldCount),
      kills,
      killsAtATime,
      killWithinMs,
      random: Math.random,
    })
    await server.kill('SIGKILL')
    const lost = reports.filter(
      ({ status, results }) =>
        status !== 'ready' || results.length !== fieldCount || results.some(({ value }) => value.length === 0),
    )
    const owner = 'user_id = (select user_id from outputs where id = $1)'
    const kept = await client.query(`select id, attempt from outputs where ${owner}`, [ids[0]])
    const credits = await client.query(`select output_id from usage where ${owner}`, [ids[0]])
    const takenOver = kept.rows.filter(({ attempt }) => attempt > 1).length
    const credited = new Set(credits.rows.map(({ output_id }) => output_id))
    return [
      {
        measure: `notes lost, ${ids.length} notes, the server killed in ${kills} of them (${takenOver} were taken over)`,
        figure: `${lost.length}`,
        limit: `0 at ${kills} kills`,
        holds: lost.length === 0 && ids.length === kills && takenOver > 0,
      },
      {
        measure: 'notes kept twice',
        figure: `${kept.rows.length - ids.length}`,
        limit: '0',
        holds: kept.rows.length === ids.length && new Set(ids).size === ids.length,
      },
      {
        measure: 'credits used beyond one a note',
        figure: `${credits.rows.length - ids.length}`,
        limit: '0, and none too few',
        holds: credits.rows.length === ids.length && credited.size === ids.length,
      },
    ]
  } finally {
    await client.end()
    await model.close()
    await servers.close()
  }
}
