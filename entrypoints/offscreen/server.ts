import { ApiError, createClient } from '../../lib/api/index.ts'
import { background } from '../../lib/browser/messages.ts'
import { recordingEndpoints, userEndpoints } from '../../lib/contracts/index.ts'
import type { SendFile } from '../../lib/transcript/backlog.ts'
import { JournalLocked, type JournalPorts } from '../../lib/transcript/journal/index.ts'
import { refusalOf } from '../../lib/transcript/upload-refusal.ts'

let serverUrl = ''
/** Every message names the server, as the user may have changed it. */
export function useServer(url: string): void {
  serverUrl = url
}

const client = createClient({
  baseUrl: () => serverUrl,
  credential: () => background.sendMessage('session.credential'),
  isOnline: () => navigator.onLine,
})

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : null)
/** The server has answered, and asking again would answer the same. */
const settled = new Set([404, 410])

/** What the journal asks of the server. */
export const keyPorts: Pick<JournalPorts, 'keyHolder' | 'unwrap' | 'forget'> = {
  keyHolder: () => background.sendMessage('recording.key'),
  async unwrap(id, wrapped) {
    try {
      return (await client.call(recordingEndpoints.unwrapRecordingKey, { params: { id }, body: wrapped })).key
    } catch (error) {
      const status = statusOf(error)
      if (status === 410) throw new JournalLocked('erased', { cause: error })
      // Of another person's recording the server says no more than that it is not there.
      if (status === 401 || status === 403 || status === 404) throw new JournalLocked('sign-in', { cause: error })
      throw new JournalLocked('offline', { cause: error })
    }
  },
  async forget({ id, words }) {
    const unlessSettled = (error: unknown) => {
      if (!settled.has(statusOf(error) ?? 0)) throw error
    }
    await client.call(recordingEndpoints.eraseRecording, { params: { id } }).catch(unlessSettled)
    if (words) await client.call(userEndpoints.deleteTranscript, { params: { id } }).catch(unlessSettled)
  },
}

/** Sends stretches of a take as files. */
export function fileSender(id: string, language: string): SendFile {
  return async ({ fromFrame, channels, pcm }) => {
    const body = new FormData()
    body.append('audio', new Blob([pcm], { type: 'application/octet-stream' }), 'audio.pcm')
    const input = { params: { id }, query: { fromFrame, channels, language }, body }
    try {
      return await client.call(recordingEndpoints.sendRecordingAudio, input)
    } catch (error) {
      throw refusalOf(error, Date.now()) ?? error
    }
  }
}
