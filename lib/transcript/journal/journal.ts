import { framesPerMs } from '../../contracts/audio.ts'
import type { ConfirmedConsent } from '../../contracts/consent.ts'
import { isOwner, ownerOf, type Person } from '../../contracts/person.ts'
import type { WrappedRecordingKey } from '../../contracts/recording-key.ts'
import { type Clock, inTime, systemClock } from '../clock.ts'
import type { RecordingPlace, RecordingState, UnfinishedRecording } from '../recording-state.ts'
import { missingAudio } from '../sending/missing.ts'
import { storedPatient } from '../stored-patient.ts'
import { type KeyHolder, makeKey, openKey, seal, unseal } from './cipher.ts'
import { createErasing, type Erasing, type ErasingPorts } from './erasing.ts'
import { lockName } from './lock.ts'
import type { KeptRecording } from './store.ts'
import { type Estimate, openTakeJournal, type TakeJournal } from './take-journal.ts'

export class JournalLocked extends Error {
  override readonly name = 'JournalLocked'
  readonly access: Exclude<UnfinishedRecording['access'], 'open'>

  constructor(access: JournalLocked['access'], options?: ErrorOptions) {
    super(lockedMessages[access], options)
    this.access = access
  }
}

const lockedMessages = {
  'sign-in': 'Sign in as the person who made this recording, then try again.',
  'other-server':
    'This recording was made on another server. To open the recording, set the address of that server in the settings again.',
  offline: 'The server cannot be reached. Try again when the connection is back.',
  erased: 'This recording was erased and can never be opened again.',
} as const

export interface JournalPorts extends ErasingPorts {
  /**
   * Returns the server's public key for the signed-in user. Null: the key is not available now. The journal waits at
   * most 2 s for the key.
   */
  keyHolder: () => Promise<KeyHolder | null>
  /**
   * Asks the server to unwrap a key. Resolves with the key in base64. Rejects with JournalLocked if the server refuses
   * or cannot be reached.
   */
  unwrap: (id: string, wrapped: WrappedRecordingKey) => Promise<string>
  estimate?: Estimate
  /**
   * The lock manager of the browser. A page locks the recording that it uses, so that no other page uses the same
   * recording. When the page ends, the browser releases the lock.
   */
  locks?: Pick<LockManager, 'request' | 'query'>
  clock?: Clock
}

export interface NewTake {
  id: string
  place: RecordingPlace
  language: string
  skipSave: boolean
  channels: 1 | 2
  patient: RecordingState['patient']
  /** The account that starts the recording, in the form that `ownerOf` returns. Null: no user is signed in. */
  owner: string | null
  consent?: ConfirmedConsent | null
}

export interface OpenedTake {
  take: NewTake & {
    acknowledgedFrame: number
    /** When the recording started, in milliseconds since 1970. */
    startedAt: number
    sent: boolean
  }
  journal: TakeJournal
}

/** All unfinished recordings, encrypted on this computer's disk (product 9.7). */
export interface Journal {
  /** Creates and locks a new recording. Rejects if the disk cannot be written, or if the recording is already open. */
  begin(take: NewTake): Promise<TakeJournal>
  list(): Promise<UnfinishedRecording[]>
  /**
   * Locks and opens a kept recording. Rejects with JournalLocked, or with an Error for the user when the recording is
   * deleted or already open.
   */
  open(id: string): Promise<OpenedTake>
  /**
   * Deletes a recording on this computer, and asks the server to never unwrap its key again and to delete its
   * transcript. If the server cannot be reached now, the journal asks later. The transcript is kept if everything was
   * sent except parts that could not be read from the disk (`sent` is true).
   */
  erase(id: string): Promise<void>
  /**
   * Deletes a recording as `erase` does, even if its owner is not signed in, because perhaps the owner will not sign in
   * on this computer again. Call this function only for a recording that is older than the policy allows.
   */
  expire(id: string): Promise<void>
  /**
   * Returns the id of the new transcript when a partly sent recording is sent again. Every attempt gets the same id
   * until one attempt has succeeded.
   */
  againAs(id: string): Promise<string>
  /** Stores a consent that was confirmed after the recording. Rejects when the disk fails. */
  noteConsent(id: string, consent: ConfirmedConsent): Promise<void>
  tellErasures(): Promise<void>
}

const keyWaitMs = 2000
const chunkMs = 2048 / framesPerMs
const patientPlace = (id: string) => `${id}:patient`
export function createJournal(ports: JournalPorts): Journal {
  const { store, clock = systemClock, locks = navigator.locks } = ports
  const estimate = ports.estimate ?? (() => navigator.storage.estimate())
  /**
   * Cache of unwrapped keys, and of the keys of recordings that this page has made. Without it, every call of `list` would ask the server for the key of every recording. The
   * keys belong to one account: on a shared workstation, the next user must not open recordings with the keys of the
   * previous user.
   */
  const keys = new Map<string, CryptoKey>()
  let keysOf: string | null = null
  /**
   * Earlier versions stored the email of an account as the owner. Replaces this email by the user id in all recordings
   * and erasures of the account. Otherwise the user could not open these recordings after a change of the email.
   */
  const adopt = async (account: Person | null): Promise<void> => {
    if (account?.userId !== undefined) await store.changeOwner(account.email, account.userId)
  }
  /** Returns the signed-in account. Forgets the cached keys when the account has changed. */
  const asker = async (): Promise<Person | null> => {
    const account = await ports.account()
    const name = account && ownerOf(account)
    if (name !== keysOf) {
      await adopt(account)
      keys.clear()
      keysOf = name
    }
    return account
  }
  /**
   * Throws JournalLocked if the recording was made on another server and its key is stored only in this browser. A
   * wrapped key needs no such check, because only the server of the recording can unwrap the key.
   */
  const refuseOtherServer = ({ serverUrl = ports.serverUrl, key }: KeptRecording): void => {
    if (key.kind === 'local' && serverUrl !== ports.serverUrl) throw new JournalLocked('other-server')
  }
  /**
   * Throws JournalLocked unless this account owns the recording. The server checks this too, but not for a key that is
   * stored only in this browser.
   */
  const refuseOthers = ({ owner = null }: KeptRecording, account: Person | null): void => {
    if (owner !== null && !(account !== null && isOwner(owner, account))) throw new JournalLocked('sign-in')
  }

  const hold = async (id: string): Promise<(() => Promise<void>) | null> => {
    const acquisition = Promise.withResolvers<(() => void) | null>()
    const lockEnd = locks.request(lockName(id), { ifAvailable: true }, (lock) => {
      if (lock === null) return acquisition.resolve(null)
      return new Promise<void>((release) => acquisition.resolve(release))
    })
    lockEnd.catch(acquisition.reject)
    const release = await acquisition.promise
    if (release === null) return null
    return async () => {
      release()
      await lockEnd
    }
  }

  const keyOf = async (recording: KeptRecording): Promise<CryptoKey> => {
    if (recording.key.kind === 'local') return recording.key.key
    const cachedKey = keys.get(recording.id)
    if (cachedKey !== undefined) return cachedKey
    const account = keysOf
    const key = await openKey(await ports.unwrap(recording.id, recording.key.wrapped))
    // While `unwrap` was running, another user may have signed in. Cache the key only if the account has not changed.
    if (account === keysOf) keys.set(recording.id, key)
    return key
  }
  /**
   * Returns the patient of a recording. Null: no chart was open, or the patient cannot be decrypted. In the second case
   * this function does not throw, because an error here would prevent the recovery of the audio.
   */
  const patientOf = async (recording: KeptRecording, key: CryptoKey) => {
    try {
      const plain = await unseal(key, patientPlace(recording.id), recording.sealedPatient)
      return storedPatient.parse(JSON.parse(new TextDecoder().decode(plain)))
    } catch {
      return null
    }
  }

  const erasing = createErasing(ports)
  const erase: Erasing['erase'] = (id, ...what) => {
    keys.delete(id)
    return erasing.erase(id, ...what)
  }
  const journalOf = (recording: KeptRecording, key: CryptoKey, release: () => Promise<void>) =>
    openTakeJournal({
      ...{ store, kept: recording, key, clock, estimate, release },
      erase: ({ words }) => erase(recording.id, recording, { words, asked: words }),
    })

  /** Deletes a recording that no page uses. `mayErase` must reject if the recording may not be deleted. */
  const eraseKept = async (id: string, mayErase: (kept: KeptRecording) => Promise<void>) => {
    const release = await hold(id)
    if (release === null) throw new Error('This recording is still running. Finish it first.')
    try {
      const recording = (await store.recordings()).find((one) => one.id === id)
      if (recording) await mayErase(recording)
      await erase(id, recording, { words: recording?.sent !== true, asked: true })
    } finally {
      await release()
    }
  }

  const keyHolderSoon = (): Promise<KeyHolder | null> =>
    inTime(
      clock,
      keyWaitMs,
      ports.keyHolder().catch(() => null),
    )

  return {
    async begin({ patient, ...take }) {
      const [account, holder] = await Promise.all([asker().catch(() => null), keyHolderSoon()])
      const { key, atRest } = await makeKey(take.id, holder)
      const recording: KeptRecording = {
        ...take,
        serverUrl: ports.serverUrl,
        startedAt: Date.now(),
        key: atRest,
        sealedPatient: await seal(key, patientPlace(take.id), new TextEncoder().encode(JSON.stringify(patient))),
        acknowledgedFrame: 0,
      }
      const release = await hold(take.id)
      if (release === null)
        throw new Error('This recording is already open in another Chartside window. Close that window first.')
      try {
        await store.create(recording)
      } catch (error) {
        await release()
        throw error
      }
      // Without this, a recording that was just finished could not be listed or sent while its server does not answer.
      if (take.owner !== null && account !== null && isOwner(take.owner, account)) keys.set(take.id, key)
      return journalOf(recording, key, release)
    },

    async list() {
      const account = await asker()
      const recordings = await store.recordings()
      // Query the locks after reading the list. A recording is locked before it is stored. So a recording that starts
      // between the two steps is not in the list, or its lock is found.
      const { held: heldLocks = [] } = await locks.query()
      const running = new Set(heldLocks.map(({ name }) => name))
      const free = recordings.filter(({ id }) => !running.has(lockName(id))).sort((a, b) => a.startedAt - b.startedAt)
      const entries = free.map(async (one): Promise<UnfinishedRecording | null> => {
        const { chunks } = await store.extent(one.id)
        if (chunks === 0) {
          // The browser ended before the first chunk was stored. The recording contains nothing to recover.
          await erase(one.id, one, { words: false, asked: false })
          return null
        }
        const sentWithout = one.sent ? { sentWithout: missingAudio(one.missing ?? []) } : {}
        const summary = {
          id: one.id,
          place: one.place,
          durationMs: chunks * chunkMs,
          consented: Boolean(one.consent),
          ...sentWithout,
          ...(one.finishedAt === undefined ? {} : { finishedAt: new Date(one.finishedAt).toISOString() }),
          ...(one.key.kind === 'local' ? { weak: true } : {}),
          ...(one.copiedAt === undefined ? {} : { copiedAt: new Date(one.copiedAt).toISOString() }),
        }
        const startedAt = new Date(one.startedAt).toISOString()
        try {
          refuseOtherServer(one)
          refuseOthers(one, account)
          return { ...summary, startedAt, patient: await patientOf(one, await keyOf(one)), access: 'open' }
        } catch (error) {
          const access = error instanceof JournalLocked ? error.access : 'offline'
          return { ...summary, startedAt, patient: null, access }
        }
      })
      return (await Promise.all(entries)).filter((one) => one !== null)
    },

    async open(id) {
      const release = await hold(id)
      if (release === null)
        throw new Error('This recording is already open in another Chartside window. Close that window first.')
      try {
        const recording = (await store.recordings()).find((one) => one.id === id)
        if (recording === undefined)
          throw new Error('This recording was already sent or erased, and is no longer on this computer.')
        refuseOtherServer(recording)
        const account = await asker()
        refuseOthers(recording, account)
        const key = await keyOf(recording)
        const {
          place,
          language,
          skipSave,
          channels,
          acknowledgedFrame,
          startedAt,
          sent: isSent = false,
          consent = null,
        } = recording
        // Earlier versions stored the email of the owner, or no owner. This version makes the account that may open the
        // recording its owner.
        const owner = account && ownerOf(account)
        const patient = await patientOf(recording, key)
        return {
          take: {
            id,
            place,
            language,
            skipSave,
            channels,
            acknowledgedFrame,
            startedAt,
            patient,
            sent: isSent,
            consent,
            owner,
          },
          journal: journalOf(recording, key, release),
        }
      } catch (error) {
        await release()
        throw error
      }
    },

    erase: (id) => eraseKept(id, async (recording) => refuseOthers(recording, await asker())),
    expire: (id) => eraseKept(id, async () => {}),

    noteConsent: (id, consent) => store.note(id, { consent }),

    async againAs(id) {
      const againId = (await store.recordings()).find((one) => one.id === id)?.againAs
      if (againId) return againId
      const againAs = crypto.randomUUID()
      await store.note(id, { againAs })
      return againAs
    },

    tellErasures: erasing.tellErasures,
  }
}
