import { z } from 'zod'
import type { WrappedRecordingKey } from '../../contracts/recording-key.ts'
import { type Clock, systemClock } from '../clock.ts'
import { missingAudio } from '../missing.ts'
import type { RecordingPlace, RecordingState, UnfinishedRecording } from '../recording-state.ts'
import { type KeyHolder, makeKey, openKey, seal, unseal } from './cipher.ts'
import type { Erasure, JournalStore, KeptRecording } from './store.ts'
import { type Estimate, openTakeJournal, type TakeJournal } from './take-journal.ts'

/** Why a kept recording cannot be opened now. */
export class JournalLocked extends Error {
  override readonly name = 'JournalLocked'
  readonly access: Exclude<UnfinishedRecording['access'], 'open'>

  constructor(access: JournalLocked['access'], options?: ErrorOptions) {
    super(lockedMessages[access], options)
    this.access = access
  }
}

const lockedMessages = {
  'sign-in': 'Sign in as the person who recorded this, then try again.',
  offline: 'The server cannot be reached. Try again when the connection is back.',
  erased: 'This recording was erased and cannot be opened any more.',
} as const

/** What the journal needs of the server and the browser. */
export interface JournalPorts {
  store: JournalStore
  /** The server that is asked; without a trailing slash. Recordings that begin here belong to it. */
  serverUrl: string
  /** Who is signed in at this server now; null: nobody. */
  account: () => Promise<string | null>
  /** The server's key for the person who is signed in; null: there is none to be had now. Waited for 2 s, no longer. */
  keyHolder: () => Promise<KeyHolder | null>
  /** Has the server open a key; rejects with JournalLocked. Answers base64. */
  unwrap: (id: string, wrapped: WrappedRecordingKey) => Promise<string>
  /** Has the server never open this recording's key again, and delete its words if asked. Rejects when it could not be told. */
  forget: (erasure: Erasure) => Promise<void>
  estimate?: Estimate
  /** Whoever holds the lock of a recording has it; the lock dies with its holder. */
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
  /** The account that begins it; null: nobody is signed in. */
  owner: string | null
}

/** A kept recording that was opened for recovery. */
export interface OpenedTake {
  take: Omit<NewTake, 'patient' | 'owner'> & {
    patient: RecordingState['patient']
    acknowledgedFrame: number
    /** Everything but the missing parts of `journal` was sent. */
    sent: boolean
  }
  journal: TakeJournal
}

/** Every recording that is not finished, encrypted on this computer's disk (design §5). */
export interface Journal {
  /** Rejects when the disk cannot be written at all. */
  begin(take: NewTake): Promise<TakeJournal>
  /** Oldest first; never one that is held. */
  list(): Promise<UnfinishedRecording[]>
  /** Holds a kept recording. Rejects with JournalLocked, or a plain sentence when it is gone or held elsewhere. */
  open(id: string): Promise<OpenedTake>
  /** Deletes it and its words; the server may hear of it later. Where it was sent in part, the words that were sent stay. */
  erase(id: string): Promise<void>
  /** The transcript to which a recording that was sent in part is sent anew: the same until all of that was done. */
  againAs(id: string): Promise<string>
  /** Tells the server of the erasures it has not heard of; quiet when it cannot be reached. */
  tellErasures(): Promise<void>
}

/** A start must not wait for a slow network: until the key is there nothing is on the disk. */
const keyWaitMs = 2000
const framesPerMs = 16
/** Nearly every chunk has this length (the last before a pause is shorter). */
const chunkMs = 2048 / framesPerMs
const patientPlace = (id: string) => `${id}:patient`
const lockName = (id: string) => `chartside.recording:${id}`
const sealedPatient = z.object({ name: z.string(), identifier: z.string() }).nullable()

export function createJournal(ports: JournalPorts): Journal {
  const { store, clock = systemClock, locks = navigator.locks } = ports
  const estimate = ports.estimate ?? (() => navigator.storage.estimate())
  /**
   * Opened once, so that a list costs the server one call a recording. The keys are those of one account: at a shared
   * workstation the next person would otherwise open what the person before has opened.
   */
  const keys = new Map<string, CryptoKey>()
  let keysOf: string | null = null
  /** Who asks now. Forgets the keys of whoever asked before. */
  const asker = async (): Promise<string | null> => {
    const account = await ports.account()
    if (account !== keysOf) keys.clear()
    keysOf = account
    return account
  }
  /** Throws JournalLocked unless the person who asks began the recording, also where its key lies on this computer. */
  const refuseOthers = ({ owner = null }: KeptRecording, account: string | null): void => {
    if (owner !== null && owner !== account) throw new JournalLocked('sign-in')
  }

  /** null: somebody else holds it. What it answers lets go, and resolves when others may have it. */
  const hold = async (id: string): Promise<(() => Promise<void>) | null> => {
    const held = Promise.withResolvers<(() => void) | null>()
    const ended = locks.request(lockName(id), { ifAvailable: true }, (lock) => {
      if (lock === null) return held.resolve(null)
      return new Promise<void>((release) => held.resolve(release))
    })
    ended.catch(held.reject)
    const release = await held.promise
    if (release === null) return null
    return async () => {
      release()
      await ended
    }
  }

  const keyOf = async (kept: KeptRecording): Promise<CryptoKey> => {
    if (kept.key.kind === 'local') return kept.key.key
    const known = keys.get(kept.id)
    if (known !== undefined) return known
    const account = keysOf
    const key = await openKey(await ports.unwrap(kept.id, kept.key.wrapped))
    // Another person may have signed in while the server was asked.
    if (account === keysOf) keys.set(kept.id, key)
    return key
  }
  /** null also where the name cannot be read: the sound must not be lost with it. Nobody is then taken for its patient. */
  const patientOf = async (kept: KeptRecording, key: CryptoKey) => {
    try {
      const plain = await unseal(key, patientPlace(kept.id), kept.sealedPatient)
      return sealedPatient.parse(JSON.parse(new TextDecoder().decode(plain)))
    } catch {
      return null
    }
  }

  /** Another server knows nothing of the recording: its answer would count as told. */
  const isOurs = ({ serverUrl = ports.serverUrl }: Erasure) => serverUrl === ports.serverUrl
  const tellErasure = async (erasure: Erasure) => {
    await ports.forget(erasure)
    await store.told(erasure.id)
  }
  const erase = async (id: string, kept: KeptRecording | undefined, words: boolean) => {
    keys.delete(id)
    const untold = kept?.key.kind !== 'local' || (words && !kept.skipSave)
    const { serverUrl = ports.serverUrl, skipSave = false } = kept ?? {}
    const erasure = untold ? { id, words: words && !skipSave, serverUrl } : null
    await store.remove(id, erasure)
    // Nobody waits for the network: what cannot be told now is remembered.
    if (erasure !== null && isOurs(erasure)) tellErasure(erasure).catch(() => {})
  }
  const journalOf = (kept: KeptRecording, key: CryptoKey, release: () => Promise<void>) =>
    openTakeJournal({
      ...{ store, kept, key, clock, estimate, release },
      erase: ({ words }) => erase(kept.id, kept, words),
    })

  const keyHolderSoon = async (): Promise<KeyHolder | null> => {
    const late = Promise.withResolvers<null>()
    const cancel = clock.after(keyWaitMs, () => late.resolve(null))
    try {
      return await Promise.race([ports.keyHolder().catch(() => null), late.promise])
    } finally {
      cancel()
    }
  }

  return {
    async begin({ patient, ...take }) {
      const { key, atRest } = await makeKey(take.id, await keyHolderSoon())
      const kept: KeptRecording = {
        ...take,
        serverUrl: ports.serverUrl,
        startedAt: Date.now(),
        key: atRest,
        sealedPatient: await seal(key, patientPlace(take.id), new TextEncoder().encode(JSON.stringify(patient))),
        acknowledgedFrame: 0,
      }
      const release = await hold(take.id)
      if (release === null) throw new Error('This recording is open already.')
      try {
        await store.create(kept)
      } catch (error) {
        await release()
        throw error
      }
      return journalOf(kept, key, release)
    },

    async list() {
      const account = await asker()
      const kept = await store.recordings()
      // Asked after: a recording is held before it is created, so one that begins meanwhile cannot look abandoned.
      const { held = [] } = await locks.query()
      const running = new Set(held.map(({ name }) => name))
      const free = kept.filter(({ id }) => !running.has(lockName(id))).sort((a, b) => a.startedAt - b.startedAt)
      const listed = free.map(async (one): Promise<UnfinishedRecording | null> => {
        const { chunks } = await store.extent(one.id)
        if (chunks === 0) {
          // It died before its first sound.
          await erase(one.id, one, false)
          return null
        }
        const sentWithout = one.sent ? { sentWithout: missingAudio(one.missing ?? []) } : {}
        const shown = { id: one.id, place: one.place, durationMs: chunks * chunkMs, ...sentWithout }
        const startedAt = new Date(one.startedAt).toISOString()
        try {
          refuseOthers(one, account)
          return { ...shown, startedAt, patient: await patientOf(one, await keyOf(one)), access: 'open' }
        } catch (error) {
          const access = error instanceof JournalLocked ? error.access : 'offline'
          return { ...shown, startedAt, patient: null, access }
        }
      })
      return (await Promise.all(listed)).filter((one) => one !== null)
    },

    async open(id) {
      const release = await hold(id)
      if (release === null) throw new Error('This recording is open already.')
      try {
        const kept = (await store.recordings()).find((one) => one.id === id)
        if (kept === undefined) throw new Error('This recording is not kept any more.')
        refuseOthers(kept, await asker())
        const key = await keyOf(kept)
        const { place, language, skipSave, channels, acknowledgedFrame, sent = false } = kept
        const patient = await patientOf(kept, key)
        return {
          take: { id, place, language, skipSave, channels, acknowledgedFrame, patient, sent },
          journal: journalOf(kept, key, release),
        }
      } catch (error) {
        await release()
        throw error
      }
    },

    async erase(id) {
      const release = await hold(id)
      if (release === null) throw new Error('This recording runs. Finish it first.')
      try {
        const kept = (await store.recordings()).find((one) => one.id === id)
        if (kept) refuseOthers(kept, await asker())
        await erase(id, kept, kept?.sent !== true)
      } finally {
        await release()
      }
    },

    async againAs(id) {
      const known = (await store.recordings()).find((one) => one.id === id)?.againAs
      if (known) return known
      const againAs = crypto.randomUUID()
      await store.note(id, { againAs })
      return againAs
    },

    async tellErasures() {
      for (const erasure of (await store.erasures()).filter(isOurs)) await tellErasure(erasure).catch(() => {})
    },
  }
}
