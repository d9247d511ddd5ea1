import type { Logger } from 'pino'
import type { Attempts } from '../auth/attempts.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { OriginProofs } from '../effects/index.ts'
import type { Computing, Generate, Writer } from '../generation/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Billing } from '../providers/billing/index.ts'
import type { Identities } from '../providers/identity/index.ts'
import type { SpeechChoice } from '../providers/speech/index.ts'
import type { Database, Store } from '../store/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { Uploads } from './recordings/uploads.ts'
import type { SharedAddresses } from './shared-addresses.ts'

export interface Services {
  config: Config
  store: Store
  speech: SpeechChoice
  generate: Generate
  writers: (slot: number) => Writer
  computing: (owner: string) => Computing
  jobs: Jobs
  attempts: Attempts
  identities: Identities
  sharedAddresses: SharedAddresses
  uploads: Uploads
  fileUploads: Uploads
  billing: Billing | null
  originProofs: OriginProofs
  clock: Clock
  metrics: Metrics
  log: Logger
}

export interface Context extends Services {
  database: Database
}

export const liveServices = (services: Services): Services => ({
  ...services,
  store: { ...services.store, database: services.store.live },
})

export const contextOf = (services: Services): Context => ({ ...services, database: services.store.database })
