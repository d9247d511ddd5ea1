import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { createOnce } from './create-once.ts'
import { makeDataFolder } from './data-folder.ts'

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16
/** The first byte of every sealed value, so that a later format can stand beside this one. */
const format = 1

/**
 * Keeps clinical text unreadable at rest (AES-256-GCM). A value is bound to the place it stands in, by name and id:
 * moved to another row it no longer opens.
 */
export interface Encryption {
  seal(place: string, value: unknown): Buffer
  /** The value that was sealed in this place; throws where the place or the key is another. */
  unseal(place: string, sealed: Buffer): unknown
  /** A keyed hash in hex: equal for equal texts, of no use without the key. */
  fingerprint(text: string): string
}

/** Makes the encryption from a key of 32 bytes. */
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

/** The key in the data folder (0600), made on first use. Two processes that make it at once end with the same one. */
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
