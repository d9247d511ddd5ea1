import { ownerOf } from '../contracts/person.ts'
import type { RecoveryPort } from '../transcript/recording-state.ts'
import { background, broadcasts, offscreen } from './messages.ts'
import { streamIdFor } from './recorder.ts'
import { readPerson, storedSettings } from './stored.ts'

/**
 * Creates the functions with which the panel finishes recordings that were interrupted, for example because the browser
 * was closed. The offscreen page reads them from the journal. `textBox`: the name of the text box that receives the
 * text of a resumed dictation.
 */
export function createRecoveryPort(textBox: string): RecoveryPort {
  const watching = new Map<string, (share: number) => void>()
  broadcasts.onMessage('recovery.progress', ({ data }) => watching.get(data.id)?.(data.share))
  const listeners = new Set<() => void>()
  broadcasts.onMessage('recovery.changed', () => {
    for (const listener of listeners) listener()
  })
  const reach = async () => {
    const [{ serverUrl }] = await Promise.all([storedSettings.read(), background.sendMessage('offscreen.open')])
    return { serverUrl }
  }
  return {
    list: async () => offscreen.sendMessage('recovery.list', await reach()),
    async transcribe(id, onProgress = () => {}, consent = null) {
      watching.set(id, onProgress)
      try {
        return await offscreen.sendMessage('recovery.transcribe', { id, consent, box: textBox, ...(await reach()) })
      } finally {
        watching.delete(id)
      }
    },
    async resume(id, resumeWith) {
      const [server, person, streamId] = await Promise.all([reach(), readPerson(), streamIdFor(resumeWith.tab)])
      const options = { ...resumeWith, box: textBox, account: person && ownerOf(person) }
      await offscreen.sendMessage('recovery.resume', { id, options, streamId, ...server })
    },
    erase: async (id) => offscreen.sendMessage('recovery.erase', { id, ...(await reach()) }),
    copy: async (id) => {
      const { copyRecording, createJournalStore } = await import('../transcript/journal/index.ts')
      return copyRecording(createJournalStore(), id)
    },
    bringBack: async (copy) => {
      const { bringBackRecording, createJournalStore } = await import('../transcript/journal/index.ts')
      return bringBackRecording(createJournalStore(), copy)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
