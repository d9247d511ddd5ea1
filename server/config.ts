import { resolve } from 'node:path'
import { withFiles } from './config/files.ts'
import { readIdentity } from './config/identity.ts'
import { readLanguage } from './config/language.ts'
import { readLimits } from './config/limits.ts'
import type { Role } from './config/roles.ts'
import { expected, type Variable, type Variables, variables } from './config/variables.ts'
import type { MetronomeSettings } from './effects/metronome.ts'
import { readErrorUrl } from './error-hook.ts'
import type { MetricsAddress } from './metrics/index.ts'
import type { StripeSettings } from './providers/billing/billing.ts'
import type { IdentitySettings } from './providers/identity/settings.ts'
import type { ConfiguredModel, LanguageProviders } from './providers/language/model.ts'
import type { ModelWaits } from './providers/language/waits.ts'
import type { DeepgramSettings } from './providers/speech/deepgram/index.ts'
import type { SpeechEngineName } from './providers/speech/engine-names.ts'
import type { TranscriptionSettings } from './providers/speech/openai/index.ts'
import type { SherpaSettings } from './providers/speech/sherpa/index.ts'
import { findInstalledModel } from './providers/speech/sherpa/installed.ts'
import type { StorePools } from './store/database.ts'
import { type FilesSettings, readFilesUrl } from './store/files/index.ts'
import { type NatsSettings, readNatsUrl } from './store/nats.ts'

export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** Sender of the text messages: a phone number in E.164, a short number, or the id of a messaging service. */
  from: string
  baseUrl: string
}

export interface Config {
  host: string
  /** 0: the operating system chooses a free port. */
  port: number
  databaseUrl: string | null
  /**
   * URL of the same database without a connection pooler. Null: `databaseUrl` is the URL of a database, not of a
   * pooler.
   */
  databaseDirectUrl: string | null
  /**
   * Number of connections and statement time limit of the two database pools: one for live recordings, and one for
   * everything else.
   */
  databasePools: StorePools
  /** NATS that tells the servers of one database about changed rows. Null: PostgreSQL does. */
  nats: NatsSettings | null
  /** Where uploaded files are stored until they are read. Null: in the database. */
  files: FilesSettings | null
  dataFolder: string
  demo: boolean
  encryptionKeys: Buffer[]
  /** Null: choose the engine from the other settings. */
  speechEngine: SpeechEngineName | null
  speechFallbackEngine: SpeechEngineName | null
  /** 1: microphone and tab are mixed into one channel. */
  speechChannels: 1 | 2
  /** How many channels an engine of this machine recognises at the same time. */
  speechLocalChannels: number
  speechScript: string | null
  deepgram: DeepgramSettings | null
  openAiSpeech: TranscriptionSettings | null
  /** Models of sherpa-onnx: those of the settings, else those that `npm run speech:model` has installed. */
  sherpa: SherpaSettings | null
  models: readonly ConfiguredModel[]
  languageProviders: LanguageProviders
  logLevel: Variables['LOG_LEVEL']
  anonymousDictation: boolean
  mailUrl: string | null
  /** Sender of the mails. Not null if `mailUrl` is set. */
  mailFrom: string | null
  twilio: TwilioSettings | null
  /**
   * True if messages that cannot be sent are kept for the inbox page, which only a browser on this computer can open.
   */
  inbox: boolean
  /**
   * URL at which people reach this server, without a slash at the end: for links in mails, and as the return address
   * for sign-in providers such as Google. Not null if a sign-in provider is configured.
   */
  publicUrl: string | null
  registration: boolean
  /**
   * Proxies whose X-Forwarded-For header is trusted: their number, or their IP addresses. False: no proxy is trusted.
   */
  trustProxy: false | number | string[]
  /** Maximum number of connections per IP address. Ignored with a trusted proxy. */
  connectionsPerAddress: number
  /** Ranges of IP addresses whose people are counted one by one: no limit of an address applies to them. */
  trustedNetworks: readonly string[]
  limits: ReturnType<typeof readLimits>
  /** The address on which Prometheus reads `/metrics`. Null: metrics are not served. */
  metricsAddress: MetricsAddress | null
  /** Time in ms for which the server is not ready, but still serves, before it stops. */
  notReadyMs: number
  /** Where people report a hole in the server: a `mailto:` or `https:` address for `/.well-known/security.txt`. */
  securityContact: string | null
  role: Role
  /** Where errors are sent, with the protocol of Sentry. Null: nowhere. */
  errorUrl: ReturnType<typeof readErrorUrl>
  /** Maximum number of bytes of sound that wait on this server, of all live recordings together. */
  liveSoundMaxBytes: number
  sessionMaxDays: number
  /** Maximum computing time in ms for the text of one note or layout. A thread that takes longer is terminated. */
  computingMaxMs: number
  modelWaits: ModelWaits
  modelLaterMs: number
  /**
   * How many jobs of each kind this server runs at the same time: many for jobs that wait for a model or a mail server,
   * about one for each processor for jobs that compute.
   */
  jobsAtOnce: { generation: number; layouts: number; transcriptFiles: number; messages: number; webhooks: number }
  /**
   * Ranges of private IP addresses to which webhooks may be sent, with or without TLS. Empty: webhooks are sent only
   * with TLS, and only to public addresses.
   */
  webhookPrivateRanges: readonly string[]
  siteRulesFile: string | null
  /**
   * Ids of the Chromium extensions that may open the transcription socket, and to which a sign-in through a provider
   * may return.
   */
  extensionIds: readonly string[]
  /** Origins of the extension in Firefox that may open the transcription socket. */
  firefoxOrigins: readonly string[]
  extensionPackages: string | null
  identity: IdentitySettings
  /** Settings of Stripe, for payments. Null: this server takes no payments. If it is set, `publicUrl` is not null. */
  stripe: StripeSettings | null
  metronome: MetronomeSettings | null
}

/** Command-line options of `serve` that override the environment. */
export interface ConfigOverrides {
  port?: string | undefined
  data?: string | undefined
  demo?: boolean | undefined
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

export function readConfig(environment: NodeJS.ProcessEnv, overrides: ConfigOverrides = {}): Config {
  const read = withFiles(environment, Object.keys(variables.shape))
  if (typeof read === 'string') throw new ConfigError(read)
  const input = {
    ...read,
    ...(overrides.port === undefined ? {} : { PORT: overrides.port }),
    ...(overrides.data === undefined ? {} : { DATA: overrides.data }),
    ...(overrides.demo ? { DEMO: '1' } : {}),
  }
  const parsed = variables.safeParse(input)
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0] as Variable
    throw new ConfigError(`${name} must be ${expected[name]}.`)
  }
  const values = parsed.data
  if (values.SPEECH_BASE_URL !== undefined && values.SPEECH_MODEL === undefined) {
    throw new ConfigError('SPEECH_MODEL must name the model to use at SPEECH_BASE_URL.')
  }
  if (values.MAIL_URL !== undefined && values.MAIL_FROM === undefined) {
    throw new ConfigError(`MAIL_FROM must be ${expected.MAIL_FROM}.`)
  }
  // A new account needs a code that proves its email address or phone. Without mails, text messages and the inbox,
  // nobody would get this code.
  if (
    values.REGISTRATION &&
    values.MAIL_URL === undefined &&
    values.TWILIO_ACCOUNT_SID === undefined &&
    !values.INBOX
  ) {
    throw new ConfigError(`REGISTRATION must be ${expected.REGISTRATION}.`)
  }
  // The inbox shows codes to everybody on this computer. Behind a proxy, every caller would look like this computer.
  if (values.INBOX && values.TRUST_PROXY !== false) throw new ConfigError(`INBOX must be ${expected.INBOX}.`)
  const twilio = readTwilio(values)
  const stripe = readStripe(values, values.PUBLIC_URL ?? null)
  if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined) {
    throw new ConfigError(`DATABASE_DIRECT_URL must be ${expected.DATABASE_DIRECT_URL}.`)
  }
  if (values.NOTIFY_URL !== undefined && values.DATABASE_URL === undefined) {
    throw new ConfigError(`NOTIFY_URL must be ${expected.NOTIFY_URL}.`)
  }
  const language = readLanguage(values)
  if (typeof language === 'string') throw new ConfigError(language)
  const identity = readIdentity(values)
  if (typeof identity === 'string') throw new ConfigError(identity)
  return {
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databasePools: {
      ordinary: { connections: values.DATABASE_CONNECTIONS, statementMs: values.DATABASE_STATEMENT_SECONDS * 1000 },
      live: {
        connections: values.DATABASE_LIVE_CONNECTIONS,
        statementMs: values.DATABASE_LIVE_STATEMENT_SECONDS * 1000,
      },
    },
    nats: values.NOTIFY_URL === undefined ? null : readNatsUrl(values.NOTIFY_URL),
    files: values.FILES_URL === undefined ? null : readFilesUrl(values.FILES_URL),
    dataFolder: resolve(values.DATA),
    demo: values.DEMO,
    encryptionKeys: (values.ENCRYPTION_KEY ?? []).map((key) => Buffer.from(key, 'base64')),
    speechEngine: values.SPEECH_ENGINE ?? null,
    speechFallbackEngine: values.SPEECH_FALLBACK_ENGINE ?? null,
    speechChannels: values.SPEECH_CHANNELS === '1' ? 1 : 2,
    speechLocalChannels: values.SPEECH_LOCAL_CHANNELS,
    speechScript: values.SPEECH_SCRIPT ?? null,
    deepgram:
      values.DEEPGRAM_API_KEY === undefined
        ? null
        : {
            apiKey: values.DEEPGRAM_API_KEY,
            model: values.DEEPGRAM_MODEL,
            baseUrl: values.DEEPGRAM_BASE_URL,
            mayKeepSound: values.DEEPGRAM_MAY_KEEP_SOUND,
          },
    openAiSpeech:
      values.SPEECH_BASE_URL === undefined
        ? null
        : { baseUrl: values.SPEECH_BASE_URL, apiKey: values.SPEECH_API_KEY ?? null, model: values.SPEECH_MODEL ?? '' },
    sherpa:
      values.SHERPA_MODEL === undefined
        ? findInstalledModel(resolve(values.DATA))
        : {
            folder: values.SHERPA_MODEL,
            language: values.SHERPA_LANGUAGE,
            fileModel: values.SHERPA_FILE_MODEL === undefined ? null : { folder: values.SHERPA_FILE_MODEL },
            punctuation: values.SHERPA_PUNCTUATION ?? null,
          },
    ...language,
    logLevel: values.LOG_LEVEL,
    anonymousDictation: values.ANONYMOUS_DICTATION,
    mailUrl: values.MAIL_URL ?? null,
    mailFrom: values.MAIL_FROM ?? null,
    twilio,
    inbox: values.INBOX,
    registration: values.REGISTRATION,
    trustProxy: values.TRUST_PROXY,
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    trustedNetworks: values.TRUSTED_NETWORKS ?? [],
    limits: readLimits(values),
    metricsAddress: values.METRICS_ADDRESS ?? null,
    notReadyMs: values.NOT_READY_SECONDS * 1000,
    securityContact: values.SECURITY_CONTACT ?? null,
    role: values.ROLE,
    errorUrl: values.ERROR_URL === undefined ? null : readErrorUrl(values.ERROR_URL),
    liveSoundMaxBytes: values.LIVE_SOUND_MB * 1024 * 1024,
    sessionMaxDays: values.SESSION_MAX_DAYS,
    computingMaxMs: values.COMPUTING_SECONDS * 1000,
    modelWaits: {
      answerMs: values.MODEL_ANSWER_SECONDS * 1000,
      silenceMs: values.MODEL_SILENCE_SECONDS * 1000,
      retryMs: values.MODEL_RETRY_SECONDS * 1000,
    },
    modelLaterMs: values.MODEL_LATER_SECONDS * 1000,
    jobsAtOnce: {
      generation: values.JOBS_GENERATION,
      layouts: values.JOBS_LAYOUTS,
      transcriptFiles: values.JOBS_TRANSCRIPT_FILES,
      messages: values.JOBS_MESSAGES,
      webhooks: values.JOBS_WEBHOOKS,
    },
    webhookPrivateRanges: values.WEBHOOK_PRIVATE_RANGES ?? [],
    siteRulesFile: values.SITE_RULES === undefined ? null : resolve(values.SITE_RULES),
    publicUrl: values.PUBLIC_URL ?? null,
    extensionIds: values.EXTENSION_IDS ?? [],
    firefoxOrigins: values.FIREFOX_ORIGINS ?? [],
    extensionPackages: values.EXTENSION_PACKAGES === undefined ? null : resolve(values.EXTENSION_PACKAGES),
    identity,
    stripe,
    metronome:
      values.METRONOME_API_TOKEN === undefined
        ? null
        : { token: values.METRONOME_API_TOKEN, baseUrl: values.METRONOME_BASE_URL },
  }
}

function readTwilio(values: Variables): TwilioSettings | null {
  if (values.TWILIO_ACCOUNT_SID === undefined) return null
  for (const name of ['TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const)
    if (values[name] === undefined) throw new ConfigError(`${name} must be ${expected[name]}.`)
  return {
    accountSid: values.TWILIO_ACCOUNT_SID,
    authToken: values.TWILIO_AUTH_TOKEN ?? '',
    from: values.TWILIO_FROM ?? '',
    baseUrl: values.TWILIO_BASE_URL,
  }
}

function readStripe(values: Variables, publicUrl: string | null): StripeSettings | null {
  if (values.STRIPE_SECRET_KEY === undefined) return null
  const requireValue = (name: 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET'): string => {
    const value = values[name]
    if (value === undefined) throw new ConfigError(`${name} must be ${expected[name]}.`)
    return value
  }
  if (publicUrl === null)
    throw new ConfigError(`PUBLIC_URL must be ${expected.PUBLIC_URL}; STRIPE_SECRET_KEY needs it.`)
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    publishableKey: requireValue('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: requireValue('STRIPE_WEBHOOK_SECRET'),
    baseUrl: values.STRIPE_BASE_URL,
  }
}
