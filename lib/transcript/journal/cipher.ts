import { type RecordingPublicKey, recordingKeyLabel, type WrappedRecordingKey } from '../../contracts/recording-key.ts'

export type KeyHolder = RecordingPublicKey & { userId: string }

/**
 * How the key of a recording is stored. `wrapped`: only the server can unwrap the key. `local`: anyone with access to
 * this browser profile can use the key.
 */
export type KeyAtRest =
  | { kind: 'wrapped'; userId: string; wrapped: WrappedRecordingKey }
  | { kind: 'local'; key: CryptoKey }

const algorithm = 'AES-GCM'
const ivBytes = 12
const bytesOf = (text: string) => new TextEncoder().encode(text)

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
export const fromBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))

const importKey = (raw: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', raw, algorithm, false, ['encrypt', 'decrypt'])

export async function makeKey(
  recordingId: string,
  holder: KeyHolder | null,
): Promise<{ key: CryptoKey; atRest: KeyAtRest }> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  try {
    const key = await importKey(raw)
    if (holder === null) return { key, atRest: { kind: 'local', key } }
    const publicKey = await crypto.subtle.importKey('jwk', holder.jwk, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
      'encrypt',
    ])
    const label = bytesOf(recordingKeyLabel(holder.userId, recordingId))
    const wrapped = new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP', label }, publicKey, raw))
    const atRest = {
      kind: 'wrapped',
      userId: holder.userId,
      wrapped: { keyId: holder.keyId, wrapped: toBase64(wrapped) },
    } as const
    return { key, atRest }
  } finally {
    raw.fill(0)
  }
}

export async function openKey(base64: string): Promise<CryptoKey> {
  const raw = fromBase64(base64)
  try {
    return await importKey(raw)
  } finally {
    raw.fill(0)
  }
}

/**
 * Encrypts bytes. `place` names the recording and the position of the bytes, such as `id:2048`. It is authenticated
 * with the bytes: bytes that are moved to another place or recording cannot be decrypted.
 */
export async function seal(
  key: CryptoKey,
  place: string,
  plain: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  // The IV is random and not made from `place`. A recording that is resumed after a crash may encrypt the same place
  // again with the same key. AES-GCM is not secure if one IV is used twice with the same key.
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const cipher = await crypto.subtle.encrypt({ name: algorithm, iv, additionalData: bytesOf(place) }, key, plain)
  const sealed = new Uint8Array(ivBytes + cipher.byteLength)
  sealed.set(iv)
  sealed.set(new Uint8Array(cipher), ivBytes)
  return sealed
}

/**
 * Decrypts bytes that `seal` has encrypted. Throws an OperationError if the bytes were encrypted for another place or
 * with another key, or were changed afterwards.
 */
export async function unseal(
  key: CryptoKey,
  place: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = sealed.subarray(0, ivBytes)
  const cipher = sealed.subarray(ivBytes)
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: algorithm, iv, additionalData: bytesOf(place) }, key, cipher),
  )
}
