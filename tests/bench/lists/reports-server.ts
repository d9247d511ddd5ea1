import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded, stopEmbedded } from '../../../server/store/embedded/index.ts'
import { fillTable } from '../../fakes/many-rows.ts'
import { serveIn } from '../../fakes/served.ts'
import { ask } from '../../server/ask.ts'
import { preparedNote } from '../generation/note-server.ts'

/** The number (from 1) and the title of the only inserted note that is not called "Progress note". */
const oneNumber = 5_000
const oneTitle = 'Intake interview'

/**
 * Starts a server with its own database, and a person with this many reports. The server has written one of them as a
 * note; the others are inserted as rows with generated content.
 */
export async function startReportsServer(reports: number) {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-lists-'))
  const server = await serveIn(folder, ['--demo'], { SPEECH_ENGINE: 'none' })
  const close = async () => {
    await server.kill('SIGTERM')
    await stopEmbedded(folder)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { token, request } = await preparedNote(server.url, 3)
    const note = await ask(server.url, 'POST /api/user/reports?wait=60', { token, body: request })
    const { body: account } = await ask(server.url, 'GET /api/user/account', { token })
    const { url } = await startEmbedded(folder)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await fillTable(
        client,
        'outputs',
        `insert into outputs (id, user_id, title, patient_id, status, request, content, created_at)
         select gen_random_uuid(), '${account.id}',
           case i when ${oneNumber} then '${oneTitle}' else 'Progress note ' || i end, 'P-' || i % 100000, 'ready',
           convert_to(repeat(md5(i::text), 40), 'utf8'), convert_to(repeat(md5(i::text), 40), 'utf8'),
           now() - i * interval '1 minute'
         from generate_series(1, ${reports - 1}) as i`,
      )
    } finally {
      await client.end()
    }
    /** Milliseconds that one call takes over HTTP. Throws an error if the answer is not the expected one. */
    const timed = async (
      path: string,
      isRight: (body: { total: number; items: unknown[]; _id: string }) => boolean,
    ) => {
      const from = performance.now()
      const { status, body } = await ask(server.url, `GET /api/user/reports${path}`, { token })
      const ms = performance.now() - from
      if (status !== 200 || !isRight(body)) throw new Error(`${path} answered ${status}.`)
      return ms
    }
    return {
      reports,
      url,
      calls: {
        'first page': () => timed('', ({ items, total }) => items.length === 20 && total === Math.min(reports, 10_000)),
        'search for one note': () => timed('?search=interview', ({ items }) => items.length === 1),
        // Finds the notes whose number begins with 4711. There are 1, 11 and 111 of them among 10,000, 100,000 and
        // 1,000,000 notes.
        'search with more hits': () => timed('?search=note%204711', ({ items }) => items.length > 0),
        'search for a common word': () => timed('?search=progress', ({ items }) => items.length === 20),
        opening: () => timed(`/${note.body._id}`, ({ _id }) => _id === note.body._id),
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
