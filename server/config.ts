import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { readIdentity } from './config/identity.ts'
import { modelList, readLanguage } from './config/language.ts'
import type { StripeSettings } from './providers/billing/billing.ts'
import type { IdentitySettings } from './providers/identity/settings.ts'
import type { ConfiguredModel, LanguageProviders } from './providers/language/model.ts'
import { languageProviderNames } from './providers/language/provider-names.ts'
import type { DeepgramSettings } from './providers/speech/deepgram/index.ts'
import { type SpeechEngineName, speechEngineNames } from './providers/speech/engine-names.ts'
import { languageCodes } from './providers/speech/languages.ts'
import type { TranscriptionSettings } from './providers/speech/openai/index.ts'
import type { StorePools } from './store/database.ts'

const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'] })
const empty = (value: unknown) => (value === '' ? undefined : value)
const optional = <Inner extends z.ZodType>(inner: Inner) => z.preprocess(empty, inner.optional())

/**
 * The number of trusted proxies, or their addresses. A plain "true" is not allowed, because the server would then use
 * the leftmost address of X-Forwarded-For, which the client can forge.
 */
const proxies = z
  .string()
  .regex(/^(?:\d|[\da-f.:]+(?:\/\d{1,3})?(?:\s*,\s*[\da-f.:]+(?:\/\d{1,3})?)*)$/i)
  .transform((text) => (/^\d$/.test(text) ? (text === '0' ? (false as const) : Number(text)) : text.split(/\s*,\s*/)))

/** Keys in base64, separated by commas. The first one encrypts, all of them decrypt. */
const encryptionKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.array(z.base64().refine((text) => Buffer.from(text, 'base64').length === 32)))

const webAddress = z.url({ protocol: /^https?$/ })

/** The public address of the server: encrypted, unless it is an address of this computer. */
const publicUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$)/.test(text))
  .transform((text) => text.replace(/\/$/, ''))

/** Ids of extensions, separated by commas. */
const extensionIds = z
  .string()
  .transform((text) => text.split(',').map((id) => id.trim()))
  .pipe(z.array(z.string().regex(/^[a-p]{32}$/)))

/** One entry per environment variable. `expected` describes valid values. */
const variables = z.object({
  HOST: optional(z.string('a host name or an address')).default('127.0.0.1'),
  PORT: optional(z.coerce.number().int().min(0).max(65_535)).default(8787),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_DIRECT_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_CONNECTIONS: optional(z.coerce.number().int().min(1).max(1000)).default(20),
  DATABASE_STATEMENT_SECONDS: optional(z.coerce.number().positive()).default(30),
  DATABASE_LIVE_CONNECTIONS: optional(z.coerce.number().int().min(1).max(1000)).default(5),
  DATABASE_LIVE_STATEMENT_SECONDS: optional(z.coerce.number().positive()).default(10),
  DATA: optional(z.string()).default('.data'),
  DEMO: optional(flag).default(false),
  ENCRYPTION_KEY: optional(encryptionKeys),
  SPEECH_ENGINE: optional(z.enum(speechEngineNames)),
  SPEECH_SCRIPT: optional(z.string()),
  DEEPGRAM_API_KEY: optional(z.string()),
  DEEPGRAM_MODEL: optional(z.string()).default('nova-3'),
  DEEPGRAM_BASE_URL: optional(z.url({ protocol: /^https?$/ })).default('https://api.deepgram.com'),
  SPEECH_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  SPEECH_API_KEY: optional(z.string()),
  SPEECH_MODEL: optional(z.string()),
  SHERPA_MODEL: optional(z.string()),
  SHERPA_LANGUAGE: optional(z.enum(languageCodes)).default('en'),
  MODEL_PROVIDER: optional(z.enum(languageProviderNames)).default('openai-compatible'),
  MODEL_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  MODEL_API_KEY: optional(z.string()),
  MODEL_NAME: optional(z.string()),
  MODEL_CONTEXT_SIZE: optional(z.coerce.number().int().min(0)).default(0),
  MODEL_PRICE: optional(z.string().regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/)),
  MODELS: optional(modelList),
  ANTHROPIC_API_KEY: optional(z.string()),
  ANTHROPIC_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  AZURE_API_KEY: optional(z.string()),
  AZURE_RESOURCE_NAME: optional(z.string().regex(/^[a-z0-9-]+$/i)),
  AZURE_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  BEDROCK_REGION: optional(z.string().regex(/^[a-z0-9-]+$/)),
  BEDROCK_API_KEY: optional(z.string()),
  BEDROCK_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  OLLAMA_BASE_URL: optional(z.url({ protocol: /^https?$/ })).default('http://127.0.0.1:11434'),
  LOG_LEVEL: optional(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])).default('info'),
  ANONYMOUS_DICTATION: optional(flag).default(false),
  MAIL_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.email()),
  TWILIO_ACCOUNT_SID: optional(z.string().regex(/^AC[\da-f]{32}$/)),
  TWILIO_AUTH_TOKEN: optional(z.string()),
  TWILIO_FROM: optional(z.string().regex(/^(?:\+[1-9]\d{6,14}|\d{3,8}|MG[\da-f]{32})$/)),
  TWILIO_BASE_URL: optional(z.url({ protocol: /^https?$/ })).default('https://api.twilio.com'),
  INBOX: optional(flag).default(false),
  REGISTRATION: optional(flag).default(false),
  TRUST_PROXY: optional(proxies).default(false),
  CONNECTIONS_PER_ADDRESS: optional(z.coerce.number().int().min(1)).default(1000),
  SESSION_MAX_DAYS: optional(z.coerce.number().int().min(1)).default(90),
  COMPUTING_SECONDS: optional(z.coerce.number().positive()).default(30),
  JOBS_GENERATION: optional(z.coerce.number().int().min(1).max(1000)).default(50),
  JOBS_LAYOUTS: optional(z.coerce.number().int().min(1).max(1000)).default(10),
  JOBS_TRANSCRIPT_FILES: optional(z.coerce.number().int().min(1).max(1000)).default(availableParallelism()),
  JOBS_MESSAGES: optional(z.coerce.number().int().min(1).max(1000)).default(10),
  SITE_RULES: optional(z.string()),
  PUBLIC_URL: optional(publicUrl),
  EXTENSION_IDS: optional(extensionIds),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_ISSUER: optional(webAddress).default('https://accounts.google.com'),
  GOOGLE_DIRECTORY_URL: optional(webAddress).default('https://admin.googleapis.com'),
  MICROSOFT_CLIENT_ID: optional(z.string()),
  MICROSOFT_CLIENT_SECRET: optional(z.string()),
  MICROSOFT_TENANT: optional(z.string().regex(/^[\w.-]+$/)).default('common'),
  MICROSOFT_ISSUER: optional(webAddress),
  APPLE_CLIENT_ID: optional(z.string()),
  APPLE_TEAM_ID: optional(z.string()),
  APPLE_KEY_ID: optional(z.string()),
  APPLE_PRIVATE_KEY: optional(z.string().includes('PRIVATE KEY')),
  APPLE_ISSUER: optional(webAddress).default('https://appleid.apple.com'),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_PUBLISHABLE_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_BASE_URL: optional(z.url({ protocol: /^https?$/ })).default('https://api.stripe.com'),
})

type Variable = keyof z.output<typeof variables>

/**
 * Describes a valid value, for the message "NAME must be …". The message never contains the given value, because it may
 * be a secret.
 */
const expected: Record<Variable, string> = {
  HOST: 'a host name or an address, such as 127.0.0.1',
  PORT: 'a whole number from 0 to 65535',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  DATABASE_DIRECT_URL: 'an address such as postgres://user:password@host:5432/name, and only with DATABASE_URL',
  DATABASE_CONNECTIONS: 'a whole number from 1 to 1000, such as 20',
  DATABASE_STATEMENT_SECONDS: 'a number of seconds above 0, such as 30',
  DATABASE_LIVE_CONNECTIONS: 'a whole number from 1 to 1000, such as 5',
  DATABASE_LIVE_STATEMENT_SECONDS: 'a number of seconds above 0, such as 10',
  DATA: 'the path of a folder',
  DEMO: '1 or 0',
  ENCRYPTION_KEY:
    '32 random bytes in base64, as `openssl rand -base64 32` prints them; older keys follow behind commas',
  SPEECH_ENGINE: 'deepgram, openai, sherpa, pocketsphinx, scripted or none',
  SPEECH_SCRIPT: 'the path of a file',
  DEEPGRAM_API_KEY: 'a text',
  DEEPGRAM_MODEL: 'a text',
  DEEPGRAM_BASE_URL: 'an address such as https://api.deepgram.com',
  SPEECH_BASE_URL: 'an address such as http://127.0.0.1:8000/v1',
  SPEECH_API_KEY: 'a text',
  SPEECH_MODEL: 'a text',
  SHERPA_MODEL: 'the path of a folder',
  SHERPA_LANGUAGE: 'the code of a language, such as en',
  MODEL_PROVIDER: 'openai-compatible, anthropic, azure, bedrock or ollama',
  MODEL_BASE_URL: 'an address such as http://127.0.0.1:11434/v1',
  MODEL_API_KEY: 'a text',
  MODEL_NAME: 'a text',
  MODEL_CONTEXT_SIZE: 'a whole number of tokens, such as 128000',
  MODEL_PRICE: 'two prices in US dollars for a million tokens, in and out, such as 0.15/0.60',
  MODELS:
    'a JSON list such as [{"slot":1,"provider":"anthropic","model":"…","name":"Careful","contextSize":200000,"price":"3/15"}]',
  ANTHROPIC_API_KEY: 'a text',
  ANTHROPIC_BASE_URL: 'an address such as https://api.anthropic.com/v1',
  AZURE_API_KEY: 'a text',
  AZURE_RESOURCE_NAME: 'the name of an Azure OpenAI resource',
  AZURE_BASE_URL: 'an address such as https://name.openai.azure.com/openai',
  BEDROCK_REGION: 'a region such as us-east-1',
  BEDROCK_API_KEY: 'a text',
  BEDROCK_BASE_URL: 'an address such as https://bedrock-runtime.us-east-1.amazonaws.com',
  OLLAMA_BASE_URL: 'an address such as http://127.0.0.1:11434',
  LOG_LEVEL: 'silent, fatal, error, warn, info, debug or trace',
  ANONYMOUS_DICTATION: '1 or 0',
  MAIL_URL: 'an address such as smtp://user:password@host:587',
  MAIL_FROM: 'the address from which mails are sent, such as chartside@clinic.example; MAIL_URL needs it',
  TWILIO_ACCOUNT_SID: 'the id of a Twilio account: AC and 32 digits or letters from a to f',
  TWILIO_AUTH_TOKEN: 'the token of the Twilio account; TWILIO_ACCOUNT_SID needs it',
  TWILIO_FROM:
    'the number from which text messages are sent, such as +12025550123, or the id of a messaging service (MG…); TWILIO_ACCOUNT_SID needs it',
  TWILIO_BASE_URL: 'an address such as https://api.twilio.com',
  INBOX: '1 or 0, and 1 only without TRUST_PROXY',
  PUBLIC_URL: 'the address at which people reach this server, such as https://chartside.clinic.example',
  REGISTRATION: '1 or 0, and 1 only with MAIL_URL',
  TRUST_PROXY: 'the number of proxies before the server (0 to 9), or their addresses, such as 10.0.0.0/8',
  CONNECTIONS_PER_ADDRESS: 'a whole number, such as 1000',
  SESSION_MAX_DAYS: 'a whole number of days, such as 90',
  COMPUTING_SECONDS: 'a number of seconds above 0, such as 30',
  JOBS_GENERATION: 'a whole number from 1 to 1000, such as 50',
  JOBS_LAYOUTS: 'a whole number from 1 to 1000, such as 10',
  JOBS_TRANSCRIPT_FILES: 'a whole number from 1 to 1000, such as the number of processors',
  JOBS_MESSAGES: 'a whole number from 1 to 1000, such as 10',
  SITE_RULES: 'the path of a JSON file',
  EXTENSION_IDS: 'ids of extensions with 32 letters each, separated by commas',
  GOOGLE_CLIENT_ID: 'a text',
  GOOGLE_CLIENT_SECRET: 'a text',
  GOOGLE_ISSUER: 'an address such as https://accounts.google.com',
  GOOGLE_DIRECTORY_URL: 'an address such as https://admin.googleapis.com',
  MICROSOFT_CLIENT_ID: 'a text',
  MICROSOFT_CLIENT_SECRET: 'a text',
  MICROSOFT_TENANT: 'the id or the domain of a tenant, or common, organizations or consumers',
  MICROSOFT_ISSUER: 'an address such as https://login.microsoftonline.com/common/v2.0',
  APPLE_CLIENT_ID: 'a text',
  APPLE_TEAM_ID: 'a text',
  APPLE_KEY_ID: 'a text',
  APPLE_PRIVATE_KEY: 'the content of the .p8 file from Apple, with its lines or with \\n between them',
  APPLE_ISSUER: 'an address such as https://appleid.apple.com',
  STRIPE_SECRET_KEY: 'a secret key of Stripe',
  STRIPE_PUBLISHABLE_KEY: 'the publishable key of Stripe; STRIPE_SECRET_KEY needs it',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of the webhook in Stripe; STRIPE_SECRET_KEY needs it',
  STRIPE_BASE_URL: 'an address such as https://api.stripe.com',
}

/** An account of Twilio. */
export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** A number in E.164, a short number, or the id of a messaging service. */
  from: string
  baseUrl: string
}

/** Configuration of the server, read once at start. */
export interface Config {
  host: string
  /** 0: the operating system chooses a free port. */
  port: number
  /** Null: use the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null
  /** The same database without a pooler in between. Null: `databaseUrl` is not that of a pooler. */
  databaseDirectUrl: string | null
  /** Connections of this server to the database: those of live recordings, and all others. */
  databasePools: StorePools
  dataFolder: string
  demo: boolean
  /** 32 bytes each, newest first. Empty: use the key file in the data folder. */
  encryptionKeys: Buffer[]
  /** Null: choose the engine from the other settings. */
  speechEngine: SpeechEngineName | null
  /** Path of the script of the `scripted` engine, which outputs fixed words. */
  speechScript: string | null
  /** Null: no API key is configured. */
  deepgram: DeepgramSettings | null
  /** An API that is compatible with OpenAI's transcription of files. */
  openAiSpeech: TranscriptionSettings | null
  /** Folder of a sherpa-onnx streaming model, and the language of that model. */
  sherpa: { folder: string; language: string } | null
  /** Language models by slot. If empty: the model of a local Ollama if one runs, otherwise the embedded writer. */
  models: readonly ConfiguredModel[]
  /** Base URLs and API keys of the providers of these models. */
  languageProviders: LanguageProviders
  logLevel: z.output<typeof variables>['LOG_LEVEL']
  anonymousDictation: boolean
  /** Null: mails cannot be sent. */
  mailUrl: string | null
  /** Sender of the mails. Not null if `mailUrl` is set. */
  mailFrom: string | null
  /** Account that sends text messages. Null: text messages cannot be sent. */
  twilio: TwilioSettings | null
  /** True if messages that cannot be sent are kept for the inbox, which is shown on this computer only. */
  inbox: boolean
  /**
   * Address at which people reach this server, without a slash at the end, for links in mails and for providers that send
   * browsers back. Not null if a provider is configured.
   */
  publicUrl: string | null
  /** True if everybody may make an account, after a code has proved the email address. */
  registration: boolean
  /** Proxies whose X-Forwarded-For header is trusted: their number or addresses. False: none. */
  trustProxy: false | number | string[]
  /** Maximum number of connections per IP address. Ignored with a trusted proxy. */
  connectionsPerAddress: number
  /** A session ends at the latest this many days after the sign-in. */
  sessionMaxDays: number
  /** Maximum computing time for the text of one note or layout. After it, the thread is terminated. */
  computingMaxMs: number
  /**
   * How many jobs of each kind this server runs at the same time: many for jobs that wait for a model or a mail server,
   * about one for each processor for jobs that compute.
   */
  jobsAtOnce: { generation: number; layouts: number; transcriptFiles: number; messages: number }
  /** Path of a JSON file with site rules for the extension. Null: no rules. */
  siteRulesFile: string | null
  /** Extensions to which a sign-in through a provider may return. */
  extensionIds: readonly string[]
  /** Providers for signing in. */
  identity: IdentitySettings
  /** Null: this server takes no payments. Otherwise `publicUrl` is not null. */
  stripe: StripeSettings | null
}

/** Command-line options of `serve` that override the environment. */
export interface ConfigOverrides {
  port?: string | undefined
  data?: string | undefined
  demo?: boolean | undefined
}

/** An invalid setting. The message is one sentence for the person who starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the configuration from the environment. Throws a ConfigError that names the first invalid variable. */
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
  // Without codes by mail, anybody could make an account with the email address of somebody else.
  if (read.REGISTRATION && read.MAIL_URL === undefined) {
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
    speechScript: read.SPEECH_SCRIPT ?? null,
    deepgram:
      read.DEEPGRAM_API_KEY === undefined
        ? null
        : { apiKey: read.DEEPGRAM_API_KEY, model: read.DEEPGRAM_MODEL, baseUrl: read.DEEPGRAM_BASE_URL },
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
    jobsAtOnce: {
      generation: read.JOBS_GENERATION,
      layouts: read.JOBS_LAYOUTS,
      transcriptFiles: read.JOBS_TRANSCRIPT_FILES,
      messages: read.JOBS_MESSAGES,
    },
    siteRulesFile: read.SITE_RULES === undefined ? null : resolve(read.SITE_RULES),
    publicUrl: read.PUBLIC_URL ?? null,
    extensionIds: read.EXTENSION_IDS ?? [],
    identity,
    stripe,
  }
}

function readTwilio(read: z.output<typeof variables>): TwilioSettings | null {
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

/** The settings of Stripe. Throws a ConfigError if some are set and others that they need are not. */
function readStripe(read: z.output<typeof variables>, publicUrl: string | null): StripeSettings | null {
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
