import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { type KeySource, keyBytes } from './keys.ts'

const ivBytes = 12
const tagBytes = 16
const idBytes = 4
/**
 * First byte of every encrypted value:
 * - 1: followed by initialisation vector, tag and body, without the id of the key. Only servers before the first key
 *   rotation wrote this format.
 * - 2: followed by the id of the key, initialisation vector, tag and body. The body is JSON.
 * - 3: as 2, but the body is the bytes of a file. As JSON, these bytes would need base64: a third more memory, and two
 *   more copies.
 */
const formats = { unnamed: 1, named: 2, bytes: 3 } as const
type Format = (typeof formats)[keyof typeof formats]

/**
 * Encrypts clinical text at rest with AES-256-GCM. `place` names the row and is authenticated: a value that is copied
 * to another row cannot be decrypted. Every new value contains the id of its key, so that a key can be replaced while
 * older values still exist.
 */
export interface Encryption {
  /** Id of the key that encrypts new values: the first 4 bytes of a hash, in hex. */
  readonly keyId: string
  /** Encrypts a value: a Buffer as its bytes, any other value as JSON. */
  seal(place: string, value: unknown): Buffer
  /** Decrypts a value. Throws if the value was encrypted for another `place`, or if its key is not known. */
  unseal(place: string, sealed: Buffer): unknown
  /**
   * Encrypts a value again with the newest key. Returns null if the value already has that key. Throws the errors of
   * `unseal`.
   */
  reseal(place: string, sealed: Buffer): Buffer | null
  isCurrent(sealed: Buffer): boolean
  reload(): void
  /**
   * Returns the HMAC-SHA-256 of a text, in hex. Equal texts give equal results. Without the key, an attacker cannot
   * find the text by trying likely texts. The oldest key is used, so that the results stay the same until that key is
   * removed.
   */
  fingerprint(text: string): string
}

interface Key {
  id: string
  /**
   * The key as Node's KeyObject. If the key were passed as bytes, Node would create this object again for every value,
   * which takes longer than the encryption itself.
   */
  seal: KeyObject
  fingerprint: Buffer
}

function keyOf(bytes: Buffer): Key {
  if (bytes.length !== keyBytes) throw new Error(`An encryption key has ${keyBytes} bytes.`)
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', bytes, '', use, keyBytes))
  const id = createHash('sha256').update(derive('chartside key id')).digest().subarray(0, idBytes).toString('hex')
  return { id, seal: createSecretKey(derive('chartside seal')), fingerprint: derive('chartside fingerprint') }
}

/**
 * Returns the text that is authenticated together with a value. For the bytes of a file, this text also contains the
 * format. Otherwise, somebody who can write to the database could change the first byte of a value. Bytes of a file
 * would then be read as JSON, or JSON as bytes.
 */
const authenticated = (place: string, format: Format) =>
  Buffer.from(format === formats.bytes ? `bytes/${place}` : place)

function encrypt(key: Key, place: string, content: Buffer, format: Format): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.seal, iv).setAAD(authenticated(place, format))
  const body = [cipher.update(content), cipher.final()]
  return Buffer.concat([Buffer.from([format]), Buffer.from(key.id, 'hex'), iv, cipher.getAuthTag(), ...body])
}

function decrypt(key: Key, place: string, part: Buffer, format: Format): Buffer {
  const iv = part.subarray(0, ivBytes)
  const tag = part.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.seal, iv).setAAD(authenticated(place, format)).setAuthTag(tag)
  return Buffer.concat([decipher.update(part.subarray(ivBytes + tagBytes)), decipher.final()])
}

/**
 * Creates the encryption with the keys of `source`. Throws an Error if `source` has no key, or a key that does not have
 * 32 bytes.
 */
export function createEncryption(source: KeySource): Encryption {
  let keys: Key[] = []
  const reload = () => {
    const readKeys = source.read().map(keyOf)
    if (readKeys.length === 0) throw new Error('There is no encryption key.')
    keys = readKeys
  }
  reload()
  const newest = () => keys[0] as Key
  const oldest = () => keys.at(-1) as Key

  const keyNamed = (id: string) => {
    const findKey = () => keys.find((key) => key.id === id)
    if (findKey() === undefined) reload()
    const key = findKey()
    if (key === undefined) throw new Error('This value was encrypted with a key that this server does not have.')
    return key
  }
  const formatOf = (sealed: Buffer): Format => {
    const format = Object.values(formats).find((one) => one === sealed[0])
    if (format === undefined) throw new Error('This value was encrypted in an unknown format.')
    return format
  }
  const idOf = (sealed: Buffer) => sealed.subarray(1, 1 + idBytes).toString('hex')

  const openValue = (place: string, sealed: Buffer): Buffer => {
    const format = formatOf(sealed)
    // A value without a key id was encrypted before the first rotation, when only the oldest key existed.
    if (format === formats.unnamed) return decrypt(oldest(), place, sealed.subarray(1), format)
    return decrypt(keyNamed(idOf(sealed)), place, sealed.subarray(1 + idBytes), format)
  }
  const isCurrent = (sealed: Buffer) => formatOf(sealed) !== formats.unnamed && idOf(sealed) === newest().id

  return {
    get keyId() {
      return newest().id
    },
    seal: (place, value) =>
      Buffer.isBuffer(value)
        ? encrypt(newest(), place, value, formats.bytes)
        : encrypt(newest(), place, Buffer.from(JSON.stringify(value)), formats.named),
    unseal(place, sealed) {
      const content = openValue(place, sealed)
      return formatOf(sealed) === formats.bytes ? content : JSON.parse(content.toString('utf8'))
    },
    reseal(place, sealed) {
      if (isCurrent(sealed)) return null
      const format = formatOf(sealed)
      return encrypt(newest(), place, openValue(place, sealed), format === formats.unnamed ? formats.named : format)
    },
    isCurrent,
    reload,
    fingerprint: (text) => createHmac('sha256', oldest().fingerprint).update(text).digest('hex'),
  }
}
