import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { createOnce } from './create-once.ts'
import { makeDataFolder } from './data-folder.ts'

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16
/** First byte of every encrypted value. It allows a new format later without converting old values. */
const format = 1

/**
 * Encrypts clinical text at rest with AES-256-GCM. `place` names the row and is authenticated: a value that is copied
 * to another row cannot be decrypted.
 */
export interface Encryption {
  seal(place: string, value: unknown): Buffer
  /** Decrypts a value. Throws if `place` or the key differs from the one at encryption. */
  unseal(place: string, sealed: Buffer): unknown
  /** HMAC-SHA-256 in hex. Equal texts give equal results; without the key, the text cannot be guessed from it. */
  fingerprint(text: string): string
}

/** Creates the encryption. The key must have 32 bytes, otherwise an Error is thrown. */
export function createEncryption(key: Buffer): Encryption {
  if (key.length !== keyBytes) throw new Error(`An encryption key has ${keyBytes} bytes.`)
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', use, keyBytes))
  const sealKey = derive('chartside seal')
  const fingerprintKey = derive('chartside fingerprint')
  return {
    seal(place, value) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([format]), iv, cipher.getAuthTag(), body])
    },
    unseal(place, sealed) {
      if (sealed[0] !== format) throw new Error('This value was sealed in an unknown format.')
      const iv = sealed.subarray(1, 1 + ivBytes)
      const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(place)).setAuthTag(tag)
      const body = Buffer.concat([decipher.update(sealed.subarray(1 + ivBytes + tagBytes)), decipher.final()])
      return JSON.parse(body.toString('utf8'))
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
  }
}

/**
 * Reads the key file (mode 0600) in the data folder, and creates it on first use. If two processes create it at once,
 * both get the same key. Throws a ConfigError if the file is damaged.
 */
export async function readOrMakeKey(dataFolder: string): Promise<Buffer> {
  const path = join(dataFolder, 'encryption.key')
  await makeDataFolder(dataFolder)
  await createOnce(path, `${randomBytes(keyBytes).toString('base64')}\n`)
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length !== keyBytes) {
    throw new ConfigError(`The file ${path} must hold ${keyBytes} bytes in base64. Restore it from a backup.`)
  }
  return key
}
