import { isOwner, type Person } from '../contracts/person.ts'
import { readPerson, storedSession, storedSettings } from './stored.ts'

/**
 * The code of the error for a recording that may not be sent with the present session: the recording belongs to another
 * server than the one in the settings, or to another account than the one that is signed in. The receiver of an
 * extension message recognises the error by this code, because the browser does not transmit the class of an error.
 */
export const notOursCode = 'not_ours'

const notOurs = (detail: string) => Object.assign(new Error(detail), { code: notOursCode, detail })

export interface RecordingOwner {
  serverUrl: string
  /**
   * The account that started the recording (see `isOwner`). Null: no user was signed in at the start, so every account
   * may send the recording.
   */
  account: string | null
}

/**
 * Resolves when `serverUrl` is the server in the settings. Otherwise rejects with a message for the user: the session
 * belongs to the server in the settings and must not be sent to another server.
 */
async function ownServer(serverUrl: string): Promise<void> {
  if ((await storedSettings.read()).serverUrl === serverUrl) return
  throw notOurs(
    `This recording belongs to the server at ${serverUrl}. To send the recording, set this address in the settings again.`,
  )
}

/**
 * Resolves when the present session may send this recording. Otherwise rejects with a message for the user. Without
 * this check, the recording of one person would become a transcript of the next person who signs in.
 */
export async function ownRecording({ serverUrl, account }: RecordingOwner): Promise<void> {
  await ownServer(serverUrl)
  if (account === null) return
  const person = await readPerson()
  if (person !== null && isOwner(account, person)) return
  throw notOurs(
    'Another person is signed in now. Only the person who started this recording can send it. That person must sign in here.',
  )
}

export async function signedInAt(serverUrl: string): Promise<Person | null> {
  if ((await storedSettings.read()).serverUrl !== serverUrl) return null
  return (await storedSession.read()) === null ? null : readPerson()
}
