import { type RecordingPublicKey, recordingKeyLabel, type WrappedRecordingKey } from '../../contracts/recording-key.ts'

/** The server's public key and the person it is asked for. */
export type KeyHolder = RecordingPublicKey & { userId: string }

/** How a recording's key lies on the disk: openable by the server alone, or (`local`) by whoever has this profile. */
export type KeyAtRest =
  | { kind: 'wrapped'; userId: string; wrapped: WrappedRecordingKey }
  | { kind: 'local'; key: CryptoKey }

const algorithm = 'AES-GCM'
const ivBytes = 12
const bytesOf = (text: string) => new TextEncoder().encode(text)

const importKey = (raw: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', raw, algorithm, false, ['encrypt', 'decrypt'])

/** A fresh key for one recording; in memory it cannot be read out, on the disk it lies wrapped wherever there is a server's key. */
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
      wrapped: { keyId: holder.keyId, wrapped: btoa(String.fromCharCode(...wrapped)) },
    } as const
    return { key, atRest }
  } finally {
    raw.fill(0)
  }
}

/** A key the server has unwrapped, in base64. */
export async function openKey(base64: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
  try {
    return await importKey(raw)
  } finally {
    raw.fill(0)
  }
}

/** Encrypts under a place: the same bytes cannot be read at another place or in another recording. */
export async function seal(
  key: CryptoKey,
  place: string,
  plain: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Random: a take that goes on after a death may write at a place that was written before.
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const cipher = await crypto.subtle.encrypt({ name: algorithm, iv, additionalData: bytesOf(place) }, key, plain)
  const sealed = new Uint8Array(ivBytes + cipher.byteLength)
  sealed.set(iv)
  sealed.set(new Uint8Array(cipher), ivBytes)
  return sealed
}

/** Throws an OperationError when the bytes were written elsewhere, changed, or under another key. */
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
