import { resolve } from 'node:path'
import { z } from 'zod'
import { modelList, readLanguage } from './config/language.ts'
import type { ConfiguredModel, LanguageProviders } from './providers/language/model.ts'
import { languageProviderNames } from './providers/language/provider-names.ts'
import type { DeepgramSettings } from './providers/speech/deepgram/index.ts'
import { type SpeechEngineName, speechEngineNames } from './providers/speech/engine-names.ts'
import { languageCodes } from './providers/speech/languages.ts'
import type { TranscriptionSettings } from './providers/speech/openai/index.ts'

const flag = z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'] })
const empty = (value: unknown) => (value === '' ? undefined : value)
const optional = <Inner extends z.ZodType>(inner: Inner) => z.preprocess(empty, inner.optional())

/** How many proxies stand before the server, or their addresses. Never simply "yes": the caller writes the leftmost address. */
const proxies = z
  .string()
  .regex(/^(?:\d|[\da-f.:]+(?:\/\d{1,3})?(?:\s*,\s*[\da-f.:]+(?:\/\d{1,3})?)*)$/i)
  .transform((text) => (/^\d$/.test(text) ? (text === '0' ? (false as const) : Number(text)) : text.split(/\s*,\s*/)))

/** One entry for each variable; the message says what would do, after "NAME must be". */
const variables = z.object({
  HOST: optional(z.string('a host name or an address')).default('127.0.0.1'),
  PORT: optional(z.coerce.number().int().min(0).max(65_535)).default(8787),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATA: optional(z.string()).default('.data'),
  DEMO: optional(flag).default(false),
  ENCRYPTION_KEY: optional(z.base64().refine((text) => Buffer.from(text, 'base64').length === 32)),
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
  TRUST_PROXY: optional(proxies).default(false),
  CONNECTIONS_PER_ADDRESS: optional(z.coerce.number().int().min(1)).default(1000),
  SESSION_MAX_DAYS: optional(z.coerce.number().int().min(1)).default(90),
  COMPUTING_SECONDS: optional(z.coerce.number().positive()).default(30),
  SITE_RULES: optional(z.string()),
})

type Variable = keyof z.output<typeof variables>

/** What a good value looks like, for the sentence about a bad one. Never repeats the value: it may be a secret. */
const expected: Record<Variable, string> = {
  HOST: 'a host name or an address, such as 127.0.0.1',
  PORT: 'a whole number from 0 to 65535',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  DATA: 'the path of a folder',
  DEMO: '1 or 0',
  ENCRYPTION_KEY: '32 random bytes in base64, as `openssl rand -base64 32` prints them',
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
  TRUST_PROXY: 'the number of proxies before the server (0 to 9), or their addresses, such as 10.0.0.0/8',
  CONNECTIONS_PER_ADDRESS: 'a whole number, such as 1000',
  SESSION_MAX_DAYS: 'a whole number of days, such as 90',
  COMPUTING_SECONDS: 'a number of seconds above 0, such as 30',
  SITE_RULES: 'the path of a JSON file',
}

/** Everything the server takes from its surroundings, read once. */
export interface Config {
  host: string
  /** 0 lets the system choose. */
  port: number
  /** null: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null
  dataFolder: string
  demo: boolean
  /** 32 bytes; null: a file in the data folder. */
  encryptionKey: Buffer | null
  /** null: chosen by what is present. */
  speechEngine: SpeechEngineName | null
  /** What the `scripted` engine hears. */
  speechScript: string | null
  /** null: no key was given. */
  deepgram: DeepgramSettings | null
  /** An endpoint that transcribes files as OpenAI does. */
  openAiSpeech: TranscriptionSettings | null
  /** A folder with a streaming model of sherpa-onnx, and the language it knows. */
  sherpa: { folder: string; language: string } | null
  /** The language models of the slots; none: a local Ollama's where there is one, else the embedded writer. */
  models: readonly ConfiguredModel[]
  /** Where those models are, with their keys. */
  languageProviders: LanguageProviders
  logLevel: z.output<typeof variables>['LOG_LEVEL']
  anonymousDictation: boolean
  mailUrl: string | null
  /** The proxies whose X-Forwarded-For is believed: how many, or their addresses; false: none. */
  trustProxy: false | number | string[]
  /** Connections that one address may hold; not counted behind a proxy. */
  connectionsPerAddress: number
  /** A session ends so long after signing in at the latest. */
  sessionMaxDays: number
  /** How long one note or layout may keep a thread busy with reading words. */
  computingMaxMs: number
  /** A JSON list of site rules for the extension; null: there are none. */
  siteRulesFile: string | null
}

/** What the command line of `serve` may say over the environment. */
export interface ConfigOverrides {
  port?: string | undefined
  data?: string | undefined
  demo?: boolean | undefined
}

/** A setting that cannot be used; the message is one sentence for the person who starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the environment; throws a ConfigError that names the first variable that does not fit. */
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
  const language = readLanguage(read)
  if (typeof language === 'string') throw new ConfigError(language)
  return {
    host: read.HOST,
    port: read.PORT,
    databaseUrl: read.DATABASE_URL ?? null,
    dataFolder: resolve(read.DATA),
    demo: read.DEMO,
    encryptionKey: read.ENCRYPTION_KEY === undefined ? null : Buffer.from(read.ENCRYPTION_KEY, 'base64'),
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
    trustProxy: read.TRUST_PROXY,
    connectionsPerAddress: read.CONNECTIONS_PER_ADDRESS,
    sessionMaxDays: read.SESSION_MAX_DAYS,
    computingMaxMs: read.COMPUTING_SECONDS * 1000,
    siteRulesFile: read.SITE_RULES === undefined ? null : resolve(read.SITE_RULES),
  }
}
