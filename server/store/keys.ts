import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { createOnce } from './create-once.ts'
import { makeDataFolder } from './data-folder.ts'

export const keyBytes = 32

/**
 * The source of the encryption keys. `read` returns the keys, newest first. A running server calls `read` again to get
 * a key that was added later.
 */
export interface KeySource {
  read(): Buffer[]
}

export const fixedKeys = (...keys: Buffer[]): KeySource => ({ read: () => keys })

const newKey = () => randomBytes(keyBytes).toString('base64')
const pathIn = (dataFolder: string) => join(dataFolder, 'encryption.key')

function readKeys(path: string): Buffer[] {
  const keys = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Buffer.from(line.trim(), 'base64'))
  if (keys.length === 0 || keys.some((key) => key.length !== keyBytes))
    throw new ConfigError(`Each line of ${path} must hold ${keyBytes} bytes in base64. Restore the file from a backup.`)
  return keys
}

export const hasKeyFile = (dataFolder: string): boolean => existsSync(pathIn(dataFolder))

/**
 * The key file (mode 0600) in the data folder, with one key in base64 per line, newest first. The file is created on
 * first use. If two processes create the file at the same time, both get the same key. `read` throws a ConfigError if
 * the file is damaged.
 */
export async function keyFile(dataFolder: string): Promise<KeySource> {
  const path = pathIn(dataFolder)
  await makeDataFolder(dataFolder)
  await createOnce(path, `${newKey()}\n`)
  return { read: () => readKeys(path) }
}

/**
 * Adds a new key as the first line of the key file. Running servers read the file again and then use the new key; the
 * older keys still decrypt. Throws a ConfigError if the file is damaged or if another process is adding a key.
 */
export async function addKey(dataFolder: string): Promise<void> {
  const { read } = await keyFile(dataFolder)
  const path = pathIn(dataFolder)
  const draft = `${path}.new`
  const text = (keys: Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('')
  const oldText = text(read())
  if (!(await createOnce(draft, `${newKey()}\n${oldText}`)))
    throw new ConfigError(`Another process is adding a key. If none is running, delete ${draft} and try again.`)
  try {
    // Another process may have added a key after `oldText` was read and before this process created the draft. The draft
    // does not contain that key, so renaming the draft would delete the key.
    if (text(read()) !== oldText) throw new ConfigError('Another process has just added a key. Try again.')
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // The folder is flushed to disk. Otherwise a power failure could undo the renaming after values were encrypted with
  // the new key.
  const folder = await open(dataFolder, 'r')
  await folder.sync().finally(() => folder.close())
}
