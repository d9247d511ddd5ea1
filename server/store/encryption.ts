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
 * - 2: followed by the id of the key, initialisation vector, tag and body.
 */
const formats = { unnamed: 1, named: 2 } as const

/**
 * Encrypts clinical text at rest with AES-256-GCM. `place` names the row and is authenticated: a value that is copied
 * to another row cannot be decrypted. Every value contains the id of its key, so that a key can be replaced while older
 * values still exist.
 */
export interface Encryption {
  /** Id of the key that encrypts new values: the first 4 bytes of a hash, in hex. */
  readonly keyId: string
  seal(place: string, value: unknown): Buffer
  /** Decrypts a value. Throws if the value was encrypted for another `place`, or if its key is not known. */
  unseal(place: string, sealed: Buffer): unknown
  /**
   * Encrypts a value again with the newest key. Returns null if the value already has that key. Throws the errors of
   * `unseal`.
   */
  reseal(place: string, sealed: Buffer): Buffer | null
  /** True if the value was encrypted with the newest key. */
  isCurrent(sealed: Buffer): boolean
  /** Reads the keys again. From then on, values are encrypted with the newest key. */
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

function encrypt(key: Key, place: string, text: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.seal, iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([Buffer.from([formats.named]), Buffer.from(key.id, 'hex'), iv, cipher.getAuthTag(), body])
}

/** Decrypts a value. `part` is the value without the bytes of its format and its key id. */
function decrypt(key: Key, place: string, part: Buffer): Buffer {
  const iv = part.subarray(0, ivBytes)
  const tag = part.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.seal, iv).setAAD(Buffer.from(place)).setAuthTag(tag)
  return Buffer.concat([decipher.update(part.subarray(ivBytes + tagBytes)), decipher.final()])
}

/**
 * Creates the encryption with the keys of `source`. Throws an Error if `source` has no key, or a key that does not have
 * 32 bytes.
 */
export function createEncryption(source: KeySource): Encryption {
  /** Newest first. */
  let keys: Key[] = []
  const reload = () => {
    const read = source.read().map(keyOf)
    if (read.length === 0) throw new Error('There is no encryption key.')
    keys = read
  }
  reload()
  const newest = () => keys[0] as Key
  const oldest = () => keys.at(-1) as Key

  const named = (id: string) => {
    const known = () => keys.find((key) => key.id === id)
    if (known() === undefined) reload()
    const key = known()
    if (key === undefined) throw new Error('This value was encrypted with a key that this server does not have.')
    return key
  }
  const idOf = (sealed: Buffer) => sealed.subarray(1, 1 + idBytes).toString('hex')

  const open = (place: string, sealed: Buffer): Buffer => {
    if (sealed[0] === formats.named) return decrypt(named(idOf(sealed)), place, sealed.subarray(1 + idBytes))
    if (sealed[0] !== formats.unnamed) throw new Error('This value was encrypted in an unknown format.')
    // A value without a key id was encrypted before the first rotation, when only the oldest key existed.
    return decrypt(oldest(), place, sealed.subarray(1))
  }
  const isCurrent = (sealed: Buffer) => sealed[0] === formats.named && idOf(sealed) === newest().id

  return {
    get keyId() {
      return newest().id
    },
    seal: (place, value) => encrypt(newest(), place, Buffer.from(JSON.stringify(value))),
    unseal: (place, sealed) => JSON.parse(open(place, sealed).toString('utf8')),
    reseal: (place, sealed) => (isCurrent(sealed) ? null : encrypt(newest(), place, open(place, sealed))),
    isCurrent,
    reload,
    fingerprint: (text) => createHmac('sha256', oldest().fingerprint).update(text).digest('hex'),
  }
}
