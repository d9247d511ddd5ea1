import { and, eq, sql } from 'drizzle-orm'
import type { StoredConsent } from '../../../lib/contracts/index.ts'
import { changeableBy, type Owner, rulesOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { places } from '../../store/places.ts'
import { transcripts } from '../../store/schema/index.ts'
import { batchCommits, Refused, StaleEpoch, type Takes, UnknownTake } from '../../transcription/index.ts'
import { countTranscript, spaceOfCustomer } from '../access/meters.ts'
import { audit } from '../audit.ts'
import type { Context, Services } from '../index.ts'
import { namedPatient } from '../patient-names.ts'
import { isErased, lockRecording } from '../recordings/erased.ts'
import { type Announcing, announce } from '../webhooks/index.ts'
import { createCommitAll } from './commit-all.ts'
import { readTimedTurns } from './turns.ts'

/**
 * The owner of a take, and data about the request with which the owner records: the IP address for the audit log, the
 * session family, the acting administrator, the patient's consent and the API key.
 */
export type TakeOwner = Owner & {
  address: string | null
  /** The administrator who acts as the owner. Null: the owner records. */
  administratorId: string | null
  familyId?: string | null
  consent?: StoredConsent | null
  /** The API key with which a customer's ticket was created. The take ends when the key is removed or expires. */
  keyId?: string
}

/**
 * If a recording continues, what is stored of its consent and its patient stays. A new value is stored only if there is
 * none yet.
 */
const firstOf = (column: 'consent' | 'patient_id' | 'patient_name' | 'name_marks') =>
  sql`coalesce(${transcripts}.${sql.identifier(column)}, excluded.${sql.identifier(column)})`
const consentMissing =
  'Your organisation allows recording only after the patient has agreed. Confirm that the patient has agreed, then send the recording.'

const erased = 'This recording was erased. Nothing can be added to it any more.'

/**
 * Counts a transcript against the monthly limit of its developer organisation. Throws `Refused`, with a message for the
 * user, if the limit is reached.
 */
async function countTake(counting: Pick<Context, 'database' | 'clock'>, customerId: string): Promise<void> {
  try {
    await countTranscript(counting, customerId)
  } catch (error) {
    if (error instanceof Problem) throw new Refused(error.message)
    throw error
  }
}

type TakeDeps = Pick<Services, 'store' | 'clock'> & Pick<Announcing, 'jobs'>

/**
 * Stores takes in the database (product 7.15). `open` increments the epoch of a take. `commit` compares the epoch, and
 * writes words and position together. So after another server has continued a take, this server cannot overwrite the
 * words of that server.
 */
export function createTakes({ store, clock, jobs }: TakeDeps): Takes<TakeOwner> {
  const { database, encryption } = store

  return {
    open: ({ transactionId: id, owner, language, channels, terms, patientId, patientName }) =>
      database.transaction(async (tx) => {
        const sealedTerms = terms === undefined ? {} : { terms: encryption.seal(places.takeTerms(id), terms) }
        const { address, administratorId, familyId: _, keyId: __, consent = null, ...columns } = owner
        // A request that was sent before the erasure may arrive after it. It must not store anything of the erased
        // recording.
        await lockRecording(tx, id)
        if (owner.userId !== null && (await isErased(tx, owner.userId, id))) throw new Refused(erased)
        const now = clock.now()
        const named = await namedPatient({ database: tx, store }, owner, places.transcriptPatient(id), patientName)
        const [row] = await tx
          .insert(transcripts)
          .values({
            id,
            ...columns,
            ...sealedTerms,
            consent,
            patientId: patientId ?? null,
            ...named,
            title: 'Recorded session',
            language,
            channels,
            status: 'recording',
            epoch: 1,
            createdAt: now,
            updatedAt: now,
          })
          .onConflictDoUpdate({
            target: transcripts.id,
            set: {
              epoch: sql`${transcripts.epoch} + 1`,
              status: 'recording',
              updatedAt: now,
              consent: firstOf('consent'),
              patientId: firstOf('patient_id'),
              patientName: firstOf('patient_name'),
              nameMarks: firstOf('name_marks'),
              ...sealedTerms,
            },
            setWhere: changeableBy(transcripts, owner),
          })
          .returning()
        if (row === undefined) throw new UnknownTake()
        if (row.consent === null && (await rulesOf(tx, owner)).consent !== null) throw new Refused(consentMissing)
        if (row.epoch === 1) {
          const inside = { database: tx, clock }
          const of = owner.customerId === null ? {} : await spaceOfCustomer(tx, owner.customerId)
          const { userId, customerId, keyId = null } = owner
          const directory = owner.directoryId === null ? null : { id: owner.directoryId }
          const who = {
            ...of,
            userId,
            directory,
            administratorId,
            keyId,
            address,
            ...(customerId === null ? {} : { customerId }),
          }
          await audit(inside, who, 'transcript.record', id)
          if (customerId !== null) await countTake(inside, customerId)
        }
        const turns = await readTimedTurns(tx, encryption, id)
        return {
          epoch: row.epoch,
          durationFrames: row.durationFrames,
          ...(row.channelFrames.length === 0 ? {} : { channelFrames: row.channelFrames }),
          turns: turns.map(({ words }) => words),
          turnBeginsMs: turns.map(({ beginMs }) => beginMs),
          turnUnclear: turns.map(({ unclear }) => unclear),
          ...(row.terms === null ? {} : { terms: encryption.unseal(places.takeTerms(id), row.terms) as string[] }),
        }
      }),

    commit: batchCommits(createCommitAll({ store, clock })),

    finish: ({ transactionId: id, epoch }) =>
      database.transaction(async (tx) => {
        const [row] = await tx
          .update(transcripts)
          .set({ status: 'ready', updatedAt: clock.now(), terms: null })
          .where(and(eq(transcripts.id, id), eq(transcripts.epoch, epoch)))
          .returning()
        if (row === undefined) throw new StaleEpoch()
        await announce({ store, clock, jobs, database: tx }, 'transcript.ready', [row])
      }),
  }
}
