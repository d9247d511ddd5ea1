import { resolve } from 'node:path'
import { readIdentity } from './config/identity.ts'
import { readLanguage } from './config/language.ts'
import { expected, type Variable, type Variables, variables } from './config/variables.ts'
import type { MetronomeSettings } from './effects/metronome.ts'
import type { StripeSettings } from './providers/billing/billing.ts'
import type { IdentitySettings } from './providers/identity/settings.ts'
import type { ConfiguredModel, LanguageProviders } from './providers/language/model.ts'
import type { ModelWaits } from './providers/language/waits.ts'
import type { DeepgramSettings } from './providers/speech/deepgram/index.ts'
import type { SpeechEngineName } from './providers/speech/engine-names.ts'
import type { TranscriptionSettings } from './providers/speech/openai/index.ts'
import type { StorePools } from './store/database.ts'

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
  /** Folder of a sherpa-onnx streaming model, and the language of that model. Null: no model is configured. */
  sherpa: { folder: string; language: string } | null
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
  const given = {
    ...environment,
    ...(overrides.port === undefined ? {} : { PORT: overrides.port }),
    ...(overrides.data === undefined ? {} : { DATA: overrides.data }),
    ...(overrides.demo ? { DEMO: '1' } : {}),
  }
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0] as Variable
    throw new ConfigError(`${name} must be ${expected[name]}.`)
  }
  const read = parsed.data
  if (read.SPEECH_BASE_URL !== undefined && read.SPEECH_MODEL === undefined) {
    throw new ConfigError('SPEECH_MODEL must name the model to use at SPEECH_BASE_URL.')
  }
  if (read.MAIL_URL !== undefined && read.MAIL_FROM === undefined) {
    throw new ConfigError(`MAIL_FROM must be ${expected.MAIL_FROM}.`)
  }
  // A new account needs a code that proves its email address or phone. Without mails, text messages and the inbox,
  // nobody would get this code.
  if (read.REGISTRATION && read.MAIL_URL === undefined && read.TWILIO_ACCOUNT_SID === undefined && !read.INBOX) {
    throw new ConfigError(`REGISTRATION must be ${expected.REGISTRATION}.`)
  }
  // The inbox shows codes to everybody on this computer. Behind a proxy, every caller would look like this computer.
  if (read.INBOX && read.TRUST_PROXY !== false) throw new ConfigError(`INBOX must be ${expected.INBOX}.`)
  const twilio = readTwilio(read)
  const stripe = readStripe(read, read.PUBLIC_URL ?? null)
  if (read.DATABASE_DIRECT_URL !== undefined && read.DATABASE_URL === undefined) {
    throw new ConfigError(`DATABASE_DIRECT_URL must be ${expected.DATABASE_DIRECT_URL}.`)
  }
  const language = readLanguage(read)
  if (typeof language === 'string') throw new ConfigError(language)
  const identity = readIdentity(read)
  if (typeof identity === 'string') throw new ConfigError(identity)
  return {
    host: read.HOST,
    port: read.PORT,
    databaseUrl: read.DATABASE_URL ?? null,
    databaseDirectUrl: read.DATABASE_DIRECT_URL ?? null,
    databasePools: {
      ordinary: { connections: read.DATABASE_CONNECTIONS, statementMs: read.DATABASE_STATEMENT_SECONDS * 1000 },
      live: { connections: read.DATABASE_LIVE_CONNECTIONS, statementMs: read.DATABASE_LIVE_STATEMENT_SECONDS * 1000 },
    },
    dataFolder: resolve(read.DATA),
    demo: read.DEMO,
    encryptionKeys: (read.ENCRYPTION_KEY ?? []).map((key) => Buffer.from(key, 'base64')),
    speechEngine: read.SPEECH_ENGINE ?? null,
    speechFallbackEngine: read.SPEECH_FALLBACK_ENGINE ?? null,
    speechChannels: read.SPEECH_CHANNELS === '1' ? 1 : 2,
    speechLocalChannels: read.SPEECH_LOCAL_CHANNELS,
    speechScript: read.SPEECH_SCRIPT ?? null,
    deepgram:
      read.DEEPGRAM_API_KEY === undefined
        ? null
        : {
            apiKey: read.DEEPGRAM_API_KEY,
            model: read.DEEPGRAM_MODEL,
            baseUrl: read.DEEPGRAM_BASE_URL,
            mayKeepSound: read.DEEPGRAM_MAY_KEEP_SOUND,
          },
    openAiSpeech:
      read.SPEECH_BASE_URL === undefined
        ? null
        : { baseUrl: read.SPEECH_BASE_URL, apiKey: read.SPEECH_API_KEY ?? null, model: read.SPEECH_MODEL ?? '' },
    sherpa: read.SHERPA_MODEL === undefined ? null : { folder: read.SHERPA_MODEL, language: read.SHERPA_LANGUAGE },
    ...language,
    logLevel: read.LOG_LEVEL,
    anonymousDictation: read.ANONYMOUS_DICTATION,
    mailUrl: read.MAIL_URL ?? null,
    mailFrom: read.MAIL_FROM ?? null,
    twilio,
    inbox: read.INBOX,
    registration: read.REGISTRATION,
    trustProxy: read.TRUST_PROXY,
    connectionsPerAddress: read.CONNECTIONS_PER_ADDRESS,
    sessionMaxDays: read.SESSION_MAX_DAYS,
    computingMaxMs: read.COMPUTING_SECONDS * 1000,
    modelWaits: {
      answerMs: read.MODEL_ANSWER_SECONDS * 1000,
      silenceMs: read.MODEL_SILENCE_SECONDS * 1000,
      retryMs: read.MODEL_RETRY_SECONDS * 1000,
    },
    modelLaterMs: read.MODEL_LATER_SECONDS * 1000,
    jobsAtOnce: {
      generation: read.JOBS_GENERATION,
      layouts: read.JOBS_LAYOUTS,
      transcriptFiles: read.JOBS_TRANSCRIPT_FILES,
      messages: read.JOBS_MESSAGES,
      webhooks: read.JOBS_WEBHOOKS,
    },
    webhookPrivateRanges: read.WEBHOOK_PRIVATE_RANGES ?? [],
    siteRulesFile: read.SITE_RULES === undefined ? null : resolve(read.SITE_RULES),
    publicUrl: read.PUBLIC_URL ?? null,
    extensionIds: read.EXTENSION_IDS ?? [],
    firefoxOrigins: read.FIREFOX_ORIGINS ?? [],
    extensionPackages: read.EXTENSION_PACKAGES === undefined ? null : resolve(read.EXTENSION_PACKAGES),
    identity,
    stripe,
    metronome:
      read.METRONOME_API_TOKEN === undefined
        ? null
        : { token: read.METRONOME_API_TOKEN, baseUrl: read.METRONOME_BASE_URL },
  }
}

function readTwilio(read: Variables): TwilioSettings | null {
  if (read.TWILIO_ACCOUNT_SID === undefined) return null
  for (const name of ['TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const)
    if (read[name] === undefined) throw new ConfigError(`${name} must be ${expected[name]}.`)
  return {
    accountSid: read.TWILIO_ACCOUNT_SID,
    authToken: read.TWILIO_AUTH_TOKEN ?? '',
    from: read.TWILIO_FROM ?? '',
    baseUrl: read.TWILIO_BASE_URL,
  }
}

function readStripe(read: Variables, publicUrl: string | null): StripeSettings | null {
  if (read.STRIPE_SECRET_KEY === undefined) return null
  const needed = (name: 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET'): string => {
    const value = read[name]
    if (value === undefined) throw new ConfigError(`${name} must be ${expected[name]}.`)
    return value
  }
  if (publicUrl === null)
    throw new ConfigError(`PUBLIC_URL must be ${expected.PUBLIC_URL}; STRIPE_SECRET_KEY needs it.`)
  return {
    secretKey: read.STRIPE_SECRET_KEY,
    publishableKey: needed('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: needed('STRIPE_WEBHOOK_SECRET'),
    baseUrl: read.STRIPE_BASE_URL,
  }
}
