import type { Logger } from 'pino'
import type { Attempts } from '../auth/attempts.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { OriginProofs } from '../effects/index.ts'
import type { Computing, Generate, Writer } from '../generation/index.ts'
import type { Billing } from '../providers/billing/index.ts'
import type { Identities } from '../providers/identity/index.ts'
import type { SpeechChoice } from '../providers/speech/index.ts'
import type { Database, Store } from '../store/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { Uploads } from './recordings/uploads.ts'

/** Dependencies of the services. */
export interface Services {
  config: Config
  store: Store
  speech: SpeechChoice
  generate: Generate
  /** Returns the writer of a model slot, 0 to 14. */
  writers: (slot: number) => Writer
  /** Returns a `Computing` for one call. It processes text in threads, with a time limit for the whole call. */
  computing: (owner: string) => Computing
  jobs: Jobs
  /** Counts attempts against their limits: sign-ins, calls without a credential, codes, mails and expensive calls. */
  attempts: Attempts
  /** The providers with which people sign in. */
  identities: Identities
  uploads: Uploads
  /** Counts the running uploads of files that become transcripts. `uploads` counts those of recordings. */
  fileUploads: Uploads
  /** The payment service. Null: this server takes no payments. */
  billing: Billing | null
  /** Reads the proofs of origins (product 12.102). */
  originProofs: OriginProofs
  clock: Clock
  log: Logger
}

/** The services with the database of one call. For creating calls, the database is a transaction. */
export interface Context extends Services {
  database: Database
}

/** Returns the same services with the separate database connections for live recordings. */
export const liveServices = (services: Services): Services => ({
  ...services,
  store: { ...services.store, database: services.store.live },
})

/** Creates a context whose database is not a transaction. */
export const contextOf = (services: Services): Context => ({ ...services, database: services.store.database })
