import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notedTurns } from '../../fakes/note-model.ts'
import { serveIn } from '../../fakes/served.ts'
import { ask, newPerson } from '../../server/ask.ts'
import type { BenchDatabase } from '../recording-server/database.ts'

/** Starts servers as users start them, each in its own process, on one database and one language model. */
export async function noteServers(
  database: Pick<BenchDatabase, 'url' | 'key'>,
  modelUrl: string,
  more: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-notes-'))
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: database.key.toString('base64'),
    MODEL_BASE_URL: modelUrl,
    // Only the writing is measured.
    MODEL_REVIEWER: 'off',
    MODEL_NAME: 'scripted',
    SPEECH_ENGINE: 'none',
    ...more,
  }
  return {
    start: () => serveIn(folder, ['--demo'], env),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A layout with `count` text fields. */
export const textFields = (name: string, count: number) => ({
  name,
  fields: Array.from({ length: count }, (_, index) => ({ id: `f-${index}`, name: `Sleep ${index}`, type: 'string' })),
})

/** Registers a person with a transcript and a layout of `fieldCount` text fields. */
export async function preparedNote(url: string, fieldCount: number) {
  const token = (await newPerson(url)).accessToken
  const layout = await ask(url, 'POST /api/user/layouts', { token, body: textFields('Note', fieldCount) })
  const text = { text: notedTurns.join('\n') }
  const transcript = await ask(url, 'POST /api/user/transcripts/submit/text', { token, body: text })
  return {
    token,
    request: { layoutId: layout.body._id as string, transcriptId: transcript.body.id as string, patientId: 'P-1' },
  }
}
