import { statfs } from 'node:fs/promises'
import pg from 'pg'
import { pino } from 'pino'
import type { Config } from '../../server/config.ts'
import { checkMail } from '../../server/effects/index.ts'
import { productVersion } from '../../server/product.ts'
import { chooseSpeechEngine } from '../../server/providers/speech/index.ts'
import { checkFiles, checkNats, presentKeys, withDatabase } from '../../server/store/index.ts'
import { presentModels } from '../../server/writers.ts'

/** What one check has seen: `ok`, something that works but should be looked at, or a problem that must be mended. */
export interface Finding {
  about: string
  state: 'ok' | 'look' | 'problem'
  sentence: string
}

type Check = (config: Config) => Promise<Finding[]>

const withinMs = 5_000
const postgresMin = 150_000
const clockMaxMs = 5_000
const diskMinBytes = 2_000_000_000

const finding = (about: string, state: Finding['state'], sentence: string): Finding => ({ about, state, sentence })
const reasonOf = (error: unknown) =>
  (error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code) ||
  (error instanceof Error ? error.message : String(error))

/** Any answer shows that a service is there. Without the key, it may refuse. */
async function reach(url: string): Promise<string | null> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(withinMs), redirect: 'manual' })
    return null
  } catch (error) {
    return reasonOf(error instanceof Error && error.cause ? error.cause : error)
  }
}

const checks: Record<string, Check> = {
  async key(config) {
    const keys = await presentKeys(config)
    if (keys.length === 0)
      return [
        finding('key', 'look', 'There is no encryption key yet. The first start makes one. Then keep a copy of it.'),
      ]
    return [
      finding('key', 'ok', `${keys.length === 1 ? 'One key is' : `${keys.length} keys are`} set. Keep a copy of it.`),
    ]
  },
  async database(config) {
    if (config.databaseUrl === null && (await presentKeys(config)).length === 0)
      return [finding('database', 'ok', 'The embedded database is made by the first start.')]
    try {
      return await withDatabase(config, pino({ level: 'silent' }), readDatabase, { besideServer: true })
    } catch (error) {
      return [
        finding(
          'database',
          'problem',
          `PostgreSQL does not answer (${reasonOf(error)}). Check DATABASE_URL and the network.`,
        ),
      ]
    }
  },
  async notifications({ nats }) {
    if (nats === null) return [finding('notifications', 'ok', 'PostgreSQL carries the notifications between servers.')]
    const failure = await checkNats(nats)
    return [
      failure === null
        ? finding('notifications', 'ok', 'NATS accepts the sign-in of this server.')
        : finding('notifications', 'problem', `NATS cannot be used (${failure}). Check NOTIFY_URL.`),
    ]
  },
  async files({ files }) {
    if (files === null) return [finding('files', 'ok', 'Uploaded files are stored in the database.')]
    const failure = await checkFiles(files)
    return [
      failure === null
        ? finding('files', 'ok', 'A small file was stored, read and deleted at the place of FILES_URL.')
        : finding('files', 'problem', `Uploaded files cannot be stored (${failure}). Check FILES_URL.`),
    ]
  },
  async disk({ dataFolder, databaseUrl }) {
    const disk = await statfs(dataFolder).catch(() => null)
    if (disk === null) return [finding('disk', 'look', `The data folder ${dataFolder} does not exist yet.`)]
    const free = disk.bavail * disk.bsize
    const size = `${(free / 1_000_000_000).toFixed(1)} GB are free in ${dataFolder}.`
    if (free >= diskMinBytes) return [finding('disk', 'ok', size)]
    const isOwn = databaseUrl === null
    return [
      finding('disk', isOwn ? 'problem' : 'look', `Only ${size} Make room${isOwn ? ', or nothing can be saved' : ''}.`),
    ]
  },
  async mail(config) {
    if (config.mailUrl === null)
      return [finding('mail', 'look', 'MAIL_URL is not set, so codes and invitations are not sent by email.')]
    const failure = await checkMail(config)
    return [
      failure === null
        ? finding('mail', 'ok', 'The mail server accepts the sign-in of this server.')
        : finding('mail', 'problem', `The mail server cannot be used (${failure}). Check MAIL_URL.`),
    ]
  },
  async engine(config) {
    const { engine, message } = chooseSpeechEngine(config)
    if (engine === null) return [finding('speech', 'look', message)]
    await engine.close()
    const hosted = { deepgram: config.deepgram?.baseUrl, openai: config.openAiSpeech?.baseUrl }[engine.name]
    const reason = hosted === undefined ? null : await reach(hosted)
    if (reason !== null)
      return [finding('speech', 'problem', `The engine ${engine.name} cannot be reached at ${hosted} (${reason}).`)]
    return [finding('speech', 'ok', engine.label)]
  },
  async model(config) {
    const models = await presentModels(config)
    if (models.length === 0)
      return [
        finding('model', 'look', 'No language model is set, so the built-in writer writes extracts. Set MODEL_NAME.'),
      ]
    const { languageProviders } = config
    return Promise.all(
      models.map(async ({ slot, modelId, provider }) => {
        const about = `model ${slot}`
        const settings = languageProviders[provider]
        if (settings === null)
          return finding(about, 'problem', `The provider ${provider} of ${modelId} has no settings.`)
        const url = 'baseUrl' in settings ? settings.baseUrl : null
        const reason = url === null ? null : await reach(url)
        return reason === null
          ? finding(about, 'ok', `${modelId} at ${provider}${url === null ? ' is set' : ' can be reached'}.`)
          : finding(about, 'problem', `${provider} cannot be reached at ${url} (${reason}).`)
      }),
    )
  },
  async proxy({ publicUrl, trustProxy, host }) {
    if (publicUrl === null)
      return [
        finding(
          'proxy',
          'look',
          'PUBLIC_URL is not set, so mails have no links, and this check does not know where people come in.',
        ),
      ]
    try {
      const answer = await fetch(`${publicUrl}/`, { signal: AbortSignal.timeout(withinMs) })
      const status = (await answer.json()) as { name?: unknown; version?: unknown }
      if (status.name !== 'Chartside') throw new Error('something else answers')
      if (status.version !== productVersion)
        return [finding('proxy', 'look', `${publicUrl} leads to version ${status.version}; this is ${productVersion}.`)]
    } catch (error) {
      const reason = reasonOf(error instanceof Error && error.cause ? error.cause : error)
      return [finding('proxy', 'problem', `${publicUrl} does not lead to a running server (${reason}).`)]
    }
    const isLocal = /^https?:\/\/(?:localhost|127\.)/.test(publicUrl)
    if (trustProxy === false && !isLocal && host === '127.0.0.1')
      return [
        finding(
          'proxy',
          'problem',
          'A proxy is in front, but TRUST_PROXY is not set: all people count as one address.',
        ),
      ]
    return [finding('proxy', 'ok', `${publicUrl} leads to a server of this version.`)]
  },
}

async function readDatabase(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs, query_timeout: withinMs })
  client.on('error', () => {})
  const beginMs = performance.now()
  await client.connect()
  try {
    const { rows } = await client.query<{
      number: number
      version: string
      now: Date
      readonly: boolean
      trgm: boolean
      most: number
    }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
         clock_timestamp() as now, current_setting('transaction_read_only')::bool as readonly,
         exists(select 1 from pg_extension where extname = 'pg_trgm') as trgm, current_setting('max_connections')::int as most`,
    )
    const [row] = rows
    if (row === undefined) throw new Error('no answer')
    const tookMs = Math.round(performance.now() - beginMs)
    const clockMs = Math.abs(Date.now() - row.now.getTime())
    return [
      row.number < postgresMin
        ? finding('database', 'problem', `PostgreSQL ${row.version} is too old. Use 15 or newer.`)
        : row.readonly
          ? finding('database', 'problem', 'The database allows only reading. Is it a replica?')
          : finding(
              'database',
              'ok',
              `PostgreSQL ${row.version} answers in ${tookMs} ms and allows ${row.most} connections.`,
            ),
      row.trgm
        ? finding('search', 'ok', 'The extension pg_trgm is there.')
        : finding(
            'search',
            'look',
            'The extension pg_trgm is missing, so searching is slow. Run: create extension pg_trgm',
          ),
      clockMs > clockMaxMs
        ? finding(
            'time',
            'problem',
            `The clocks of server and database differ by ${Math.round(clockMs / 1000)} s. Turn on time synchronisation.`,
          )
        : finding('time', 'ok', 'The clocks of server and database agree.'),
    ]
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs every check, one after the other, and returns what they have seen. Changes nothing. */
export async function check(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [finding('settings', 'ok', 'Every setting can be used.')]
  for (const one of Object.values(checks)) findings.push(...(await one(config)))
  return findings
}
