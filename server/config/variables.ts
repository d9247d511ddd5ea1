import { availableParallelism } from 'node:os'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { attemptLimits } from '../auth/attempt-limits.ts'
import { readErrorUrl } from '../error-hook.ts'
import { languageProviderNames } from '../providers/language/provider-names.ts'
import { speechEngineNames } from '../providers/speech/engine-names.ts'
import { languageCodes } from '../providers/speech/languages.ts'
import { readFilesUrl } from '../store/files/index.ts'
import { readNatsUrl } from '../store/nats.ts'
import { socketLimits } from '../transcription/connection-limits.ts'
import { modelList, modelPrice, modelReviewer } from './language.ts'
import { roles } from './roles.ts'

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

/** An address and a port, such as `127.0.0.1:9464` or `[::1]:9464`. */
const listenAddress = z
  .string()
  .regex(/^(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i)
  .transform((text) => {
    const at = text.lastIndexOf(':')
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) }
  })
  .refine(({ port }) => port <= 65_535)

const limit = z.coerce.number().int().min(1).max(1_000_000_000)

const addressRanges = z
  .string()
  .transform((text) => text.split(',').map((range) => range.trim()))
  .pipe(z.array(z.string().refine((range) => ipaddr.isValidCIDR(range))))

const webAddress = z.url({ protocol: /^https?$/ })

const publicUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$)/.test(text))
  .transform((text) => text.replace(/\/$/, ''))

const extensionIds = z
  .string()
  .transform((text) => text.split(',').map((id) => id.trim()))
  .pipe(z.array(z.string().regex(/^[a-p]{32}$/)))

/**
 * Origins of the extension in Firefox, separated by commas. The extension has another origin in each Firefox profile.
 * The value `moz-extension://*` permits all of these origins.
 */
const firefoxOrigins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .pipe(z.array(z.string().regex(/^moz-extension:\/\/(?:\*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/)))

export const variables = z.object({
  HOST: optional(z.string('a host name or an address')).default('127.0.0.1'),
  PORT: optional(z.coerce.number().int().min(0).max(65_535)).default(8787),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_DIRECT_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_CONNECTIONS: optional(z.coerce.number().int().min(1).max(1000)).default(20),
  DATABASE_STATEMENT_SECONDS: optional(z.coerce.number().positive()).default(30),
  DATABASE_LIVE_CONNECTIONS: optional(z.coerce.number().int().min(1).max(1000)).default(5),
  DATABASE_LIVE_STATEMENT_SECONDS: optional(z.coerce.number().positive()).default(10),
  NOTIFY_URL: optional(z.string().refine((text) => readNatsUrl(text) !== null)),
  FILES_URL: optional(z.string().refine((text) => readFilesUrl(text) !== null)),
  DATA: optional(z.string()).default('.data'),
  DEMO: optional(flag).default(false),
  ENCRYPTION_KEY: optional(encryptionKeys),
  SPEECH_ENGINE: optional(z.enum(speechEngineNames)),
  SPEECH_FALLBACK_ENGINE: optional(z.enum(speechEngineNames).exclude(['none'])),
  SPEECH_CHANNELS: optional(z.enum(['1', '2'])).default('2'),
  SPEECH_LOCAL_CHANNELS: optional(z.coerce.number().int().min(1).max(1000)).default(availableParallelism()),
  SPEECH_SCRIPT: optional(z.string()),
  DEEPGRAM_API_KEY: optional(z.string()),
  DEEPGRAM_MODEL: optional(z.string()).default('nova-3'),
  DEEPGRAM_BASE_URL: optional(z.url({ protocol: /^https?$/ })).default('https://api.deepgram.com'),
  DEEPGRAM_MAY_KEEP_SOUND: optional(flag).default(false),
  SPEECH_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  SPEECH_API_KEY: optional(z.string()),
  SPEECH_MODEL: optional(z.string()),
  SHERPA_MODEL: optional(z.string()),
  SHERPA_FILE_MODEL: optional(z.string()),
  SHERPA_PUNCTUATION: optional(z.string()),
  SHERPA_LANGUAGE: optional(z.enum(languageCodes)).default('en'),
  MODEL_PROVIDER: optional(z.enum(languageProviderNames)).default('openai-compatible'),
  MODEL_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  MODEL_API_KEY: optional(z.string()),
  MODEL_NAME: optional(z.string()),
  MODEL_CONTEXT_SIZE: optional(z.coerce.number().int().min(0)).default(0),
  MODEL_PRICE: optional(modelPrice),
  MODEL_REVIEWER: optional(modelReviewer).default('self'),
  MODEL_ANSWER_SECONDS: optional(z.coerce.number().positive()).default(180),
  MODEL_SILENCE_SECONDS: optional(z.coerce.number().positive()).default(90),
  MODEL_RETRY_SECONDS: optional(z.coerce.number().positive()).default(1),
  MODEL_LATER_SECONDS: optional(z.coerce.number().positive()).default(60),
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
  TRUSTED_NETWORKS: optional(addressRanges),
  PUBLIC_CALLS_PER_ADDRESS_MINUTE: optional(limit).default(attemptLimits.strangerCallsPerMinute),
  CODES_PER_ADDRESS_HOUR: optional(limit).default(attemptLimits.codesPerAddress),
  TEXT_CODES_PER_ADDRESS_HOUR: optional(limit).default(attemptLimits.textsPerAddress),
  CODES_PER_PERSON_HOUR: optional(limit).default(attemptLimits.codesPerEmail),
  CODES_PER_PERSON_AND_ADDRESS_HOUR: optional(limit).default(attemptLimits.codesPerPair),
  FAILED_SIGN_INS_PER_ADDRESS: optional(limit).default(attemptLimits.perAddress),
  FAILED_SIGN_INS_PER_PERSON: optional(limit).default(attemptLimits.perEmail),
  GENERATIONS_PER_PERSON_MINUTE: optional(limit).default(attemptLimits.expensivePerPerson),
  GENERATIONS_PER_ACCESS_MINUTE: optional(limit).default(attemptLimits.expensivePerAccess),
  MAILS_PER_PERSON_DAY: optional(limit).default(attemptLimits.mailsPerPerson),
  TEXTS_PER_PERSON_DAY: optional(limit).default(attemptLimits.textsPerPerson),
  INVITATIONS_PER_PERSON_DAY: optional(limit).default(attemptLimits.invitationsPerPerson),
  UNKNOWN_SOCKETS_PER_ADDRESS: optional(limit).default(socketLimits.unknownSocketsPerAddress),
  UNKNOWN_STARTS_PER_ADDRESS_MINUTE: optional(limit).default(socketLimits.unknownStartsPerMinutePerAddress),
  RECORDINGS_PER_PERSON: optional(limit).default(socketLimits.socketsPerPerson),
  RECORDING_STARTS_PER_PERSON_MINUTE: optional(limit).default(socketLimits.startsPerMinutePerPerson),
  ROLE: optional(z.enum(roles)).default('all'),
  LIVE_SOUND_MB: optional(z.coerce.number().int().min(16).max(1_000_000)).default(1024),
  ERROR_URL: optional(z.string().refine((text) => readErrorUrl(text) !== null)),
  METRICS_ADDRESS: optional(listenAddress),
  NOT_READY_SECONDS: optional(z.coerce.number().min(0).max(600)).default(0),
  SECURITY_CONTACT: optional(z.string().regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)),
  SESSION_MAX_DAYS: optional(z.coerce.number().int().min(1)).default(90),
  COMPUTING_SECONDS: optional(z.coerce.number().positive()).default(30),
  JOBS_GENERATION: optional(z.coerce.number().int().min(1).max(1000)).default(50),
  JOBS_LAYOUTS: optional(z.coerce.number().int().min(1).max(1000)).default(10),
  JOBS_TRANSCRIPT_FILES: optional(z.coerce.number().int().min(1).max(1000)).default(availableParallelism()),
  JOBS_MESSAGES: optional(z.coerce.number().int().min(1).max(1000)).default(10),
  JOBS_WEBHOOKS: optional(z.coerce.number().int().min(1).max(1000)).default(100),
  WEBHOOK_PRIVATE_RANGES: optional(addressRanges),
  SITE_RULES: optional(z.string()),
  PUBLIC_URL: optional(publicUrl),
  EXTENSION_IDS: optional(extensionIds),
  EXTENSION_PACKAGES: optional(z.string()),
  FIREFOX_ORIGINS: optional(firefoxOrigins),
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
  METRONOME_API_TOKEN: optional(z.string()),
  METRONOME_BASE_URL: optional(z.url({ protocol: /^https?$/ })).default('https://api.metronome.com'),
})

export type Variables = z.output<typeof variables>

export type Variable = keyof Variables

export const expected: Record<Variable, string> = {
  HOST: 'a host name or an address, such as 127.0.0.1',
  PORT: 'a whole number from 0 to 65535',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  DATABASE_DIRECT_URL: 'an address such as postgres://user:password@host:5432/name, and only with DATABASE_URL',
  DATABASE_CONNECTIONS: 'a whole number from 1 to 1000, such as 20',
  DATABASE_STATEMENT_SECONDS: 'a number of seconds above 0, such as 30',
  DATABASE_LIVE_CONNECTIONS: 'a whole number from 1 to 1000, such as 5',
  DATABASE_LIVE_STATEMENT_SECONDS: 'a number of seconds above 0, such as 10',
  NOTIFY_URL: 'an address such as nats://user:password@host:4222, and only with DATABASE_URL',
  FILES_URL: 'an address such as s3://key:secret@bucket/folder?endpoint=https://s3.clinic.example or file:///srv/files',
  DATA: 'the path of a folder',
  DEMO: '1 or 0',
  ENCRYPTION_KEY:
    '32 random bytes in base64, as `openssl rand -base64 32` prints them; older keys follow behind commas',
  SPEECH_ENGINE: 'deepgram, openai, sherpa, pocketsphinx, scripted or none',
  SPEECH_FALLBACK_ENGINE: 'deepgram, openai, sherpa, pocketsphinx or scripted',
  SPEECH_CHANNELS: '1 or 2',
  SPEECH_LOCAL_CHANNELS: 'a whole number from 1 to 1000, such as the number of processors',
  SPEECH_SCRIPT: 'the path of a file',
  DEEPGRAM_API_KEY: 'a text',
  DEEPGRAM_MODEL: 'a text',
  DEEPGRAM_BASE_URL: 'an address such as https://api.deepgram.com',
  DEEPGRAM_MAY_KEEP_SOUND: '1 or 0',
  SPEECH_BASE_URL: 'an address such as http://127.0.0.1:8000/v1',
  SPEECH_API_KEY: 'a text',
  SPEECH_MODEL: 'a text',
  SHERPA_MODEL: 'the path of a folder',
  SHERPA_FILE_MODEL: 'the path of a folder',
  SHERPA_PUNCTUATION: 'the path of a folder',
  SHERPA_LANGUAGE: 'the code of a language, such as en',
  MODEL_PROVIDER: 'openai-compatible, anthropic, azure, bedrock or ollama',
  MODEL_BASE_URL: 'an address such as http://127.0.0.1:11434/v1',
  MODEL_API_KEY: 'a text',
  MODEL_NAME: 'a text',
  MODEL_CONTEXT_SIZE: 'a whole number of tokens, such as 128000',
  MODEL_REVIEWER: 'self, off, or the number of the slot whose model reviews the notes',
  MODEL_PRICE:
    'two to four prices in US dollars for a million tokens: in, out, from the cache, into the cache, such as 3/15/0.30',
  MODEL_ANSWER_SECONDS: 'a number of seconds above 0, such as 180',
  MODEL_SILENCE_SECONDS: 'a number of seconds above 0, such as 90',
  MODEL_RETRY_SECONDS: 'a number of seconds above 0, such as 1',
  MODEL_LATER_SECONDS: 'a number of seconds above 0, such as 60',
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
  REGISTRATION: '1 or 0, and 1 only with MAIL_URL, TWILIO_ACCOUNT_SID or INBOX',
  TRUST_PROXY: 'the number of proxies before the server (0 to 9), or their addresses, such as 10.0.0.0/8',
  CONNECTIONS_PER_ADDRESS: 'a whole number, such as 1000',
  TRUSTED_NETWORKS: 'ranges of addresses, separated by commas, such as 198.51.100.0/24,2001:db8:1::/48',
  PUBLIC_CALLS_PER_ADDRESS_MINUTE: 'a whole number above 0, such as 1200',
  CODES_PER_ADDRESS_HOUR: 'a whole number above 0, such as 100',
  TEXT_CODES_PER_ADDRESS_HOUR: 'a whole number above 0, such as 30',
  CODES_PER_PERSON_HOUR: 'a whole number above 0, such as 15',
  CODES_PER_PERSON_AND_ADDRESS_HOUR: 'a whole number above 0, such as 5',
  FAILED_SIGN_INS_PER_ADDRESS: 'a whole number above 0, such as 300',
  FAILED_SIGN_INS_PER_PERSON: 'a whole number above 0, such as 50',
  GENERATIONS_PER_PERSON_MINUTE: 'a whole number above 0, such as 120',
  GENERATIONS_PER_ACCESS_MINUTE: 'a whole number above 0, such as 1200',
  MAILS_PER_PERSON_DAY: 'a whole number above 0, such as 20',
  TEXTS_PER_PERSON_DAY: 'a whole number above 0, such as 10',
  INVITATIONS_PER_PERSON_DAY: 'a whole number above 0, such as 100',
  UNKNOWN_SOCKETS_PER_ADDRESS: 'a whole number above 0, such as 1000',
  UNKNOWN_STARTS_PER_ADDRESS_MINUTE: 'a whole number above 0, such as 1200',
  RECORDINGS_PER_PERSON: 'a whole number above 0, such as 12',
  RECORDING_STARTS_PER_PERSON_MINUTE: 'a whole number above 0, such as 120',
  ROLE: 'all, web, live or jobs',
  LIVE_SOUND_MB: 'a whole number of megabytes from 16, such as 1024',
  ERROR_URL: 'an address of a service with the protocol of Sentry, such as https://key@errors.clinic.example/1',
  METRICS_ADDRESS: 'an address and a port, such as 127.0.0.1:9464',
  NOT_READY_SECONDS: 'a number of seconds from 0 to 600, such as 10',
  SECURITY_CONTACT: 'an address such as mailto:security@clinic.example or https://clinic.example/security',
  SESSION_MAX_DAYS: 'a whole number of days, such as 90',
  COMPUTING_SECONDS: 'a number of seconds above 0, such as 30',
  JOBS_GENERATION: 'a whole number from 1 to 1000, such as 50',
  JOBS_LAYOUTS: 'a whole number from 1 to 1000, such as 10',
  JOBS_TRANSCRIPT_FILES: 'a whole number from 1 to 1000, such as the number of processors',
  JOBS_MESSAGES: 'a whole number from 1 to 1000, such as 10',
  JOBS_WEBHOOKS: 'a whole number from 1 to 1000, such as 100',
  WEBHOOK_PRIVATE_RANGES: 'ranges of addresses, separated by commas, such as 10.1.2.0/24,fd00:1::/64',
  SITE_RULES: 'the path of a JSON file',
  EXTENSION_IDS: 'ids of extensions with 32 letters each, separated by commas',
  EXTENSION_PACKAGES: 'the path of a folder',
  FIREFOX_ORIGINS: 'origins such as moz-extension://*, separated by commas',
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
  METRONOME_API_TOKEN: 'a token of Metronome',
  METRONOME_BASE_URL: 'an address such as https://api.metronome.com',
}
