import { firstFieldCharacters, noteReply } from '../../fakes/note-model.ts'
import { startFakeOpenAi } from '../../fakes/openai-server.ts'
import { pace } from './groups.ts'

/**
 * A fake hosted model that gives true answers at a realistic speed and measures its time for the first field of the
 * last note.
 */
export async function startTimedModel() {
  let askedAt = 0
  let saidAt = 0
  const { baseUrl, close } = await startFakeOpenAi((request) => {
    askedAt = performance.now()
    saidAt = 0
    return noteReply(request, pace, (characters) => {
      if (saidAt === 0 && characters >= firstFieldCharacters) saidAt = performance.now()
    })
  })
  return {
    baseUrl,
    close,
    /** Milliseconds from the request until the words of the first field were sent. */
    firstFieldMs: () => saidAt - askedAt,
  }
}
