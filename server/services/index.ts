import type { Logger } from 'pino'
import type { Attempts } from '../auth/attempts.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Computing, Writer } from '../generation/index.ts'
import type { SpeechChoice } from '../providers/speech/index.ts'
import type { Database, Store } from '../store/index.ts'
import type { Generate } from './generation-job/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { Uploads } from './recordings/uploads.ts'

/** What every service may use. */
export interface Services {
  config: Config
  store: Store
  speech: SpeechChoice
  /** The generation engine. */
  generate: Generate
  /** The writer of a model slot, 0 to 14. */
  writers: (slot: number) => Writer
  /** Where the words of one call are read: threads, with a limit for each call. */
  computing: () => Computing
  jobs: Jobs
  /** Limits on guessing and on strangers. */
  attempts: Attempts
  uploads: Uploads
  /** The same for files that become transcripts. */
  fileUploads: Uploads
  clock: Clock
  log: Logger
}

/** The same with the database of this call: a transaction where the call creates something. */
export interface Context extends Services {
  database: Database
}

/** A context outside any transaction. */
export const contextOf = (services: Services): Context => ({ ...services, database: services.store.database })
