import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { type Config, ConfigError } from '../../server/config.ts'
import { presentKeys, restoreBackup, withDatabase, writeBackup } from '../../server/store/index.ts'

const log = pino({ level: 'silent' })
const count = (tables: Record<string, { rows: number }>) =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** Writes a backup of the database to a new file. Works beside running servers. Throws a ConfigError if the file exists. */
export async function backup(config: Config, file: string | undefined): Promise<string> {
  if (file === undefined) throw new ConfigError('Name the new file with --to FILE.')
  const path = resolve(file)
  if (await stat(path).catch(() => null)) throw new ConfigError(`${path} exists already. Name a new file.`)
  const [key] = await presentKeys(config)
  if (key === undefined) throw new ConfigError('There is no encryption key yet, so there is nothing to back up.')
  const tables = await withDatabase(config, log, (url) => writeBackup(url, key, path, new Date()), {
    besideServer: true,
  })
  const { size } = await stat(path)
  return `Wrote ${count(tables)} rows to ${path} (${(size / 1_000_000).toFixed(1)} MB), encrypted with the encryption key. Keep the key in another place: without it, the backup cannot be read.`
}

/** Loads a backup into an empty database. Throws a ConfigError if it is not empty, or if the key is missing. */
export async function restore(config: Config, file: string | undefined): Promise<string> {
  if (file === undefined) throw new ConfigError('Name the backup with --from FILE.')
  const path = resolve(file)
  if (!(await stat(path).catch(() => null))) throw new ConfigError(`There is no file ${path}.`)
  const keys = await presentKeys(config)
  if (keys.length === 0)
    throw new ConfigError(
      'The key of the backup is missing. Put the file encryption.key into the data folder (--data), or set ENCRYPTION_KEY.',
    )
  const { madeAt, tables } = await withDatabase(config, log, (url) => restoreBackup(url, keys, path))
  return `Restored ${count(tables)} rows as of ${madeAt}. Every table has the same rows as the backup. Start the server now.`
}
