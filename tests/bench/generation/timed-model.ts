import { firstFieldCharacters, noteReply } from '../../fakes/note-model.ts'
import { startFakeOpenAi } from '../../fakes/openai-server.ts'
import { pace } from './groups.ts'

/** A hosted model that says true words at its pace, and how long it took for the first field of the note it wrote last. */
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
    /** Milliseconds from the moment it was asked until its words of the first field were out. */
    firstFieldMs: () => saidAt - askedAt,
  }
}
