import { openDB } from 'idb'
import { browser } from 'wxt/browser'
import { z } from 'zod'
import { fromBase64, seal, toBase64, unseal } from '../transcript/journal/cipher.ts'

/** A secret as it is stored where content scripts can read the storage. */
export const sealedValue = z.object({ sealed: z.string() })
export type SealedValue = z.output<typeof sealedValue>

/** True in Firefox: it cannot close the extension's local storage to content scripts. */
export const isOpenToPages = (): boolean => browser.storage.local.setAccessLevel === undefined

const storeName = 'keys'
const keyName = 'secrets'

let keyOfProfile: Promise<CryptoKey> | null = null

/**
 * Returns the key of this browser profile. It cannot be exported, and content scripts cannot open its database. The
 * database is opened once, because every call of the server needs the session.
 */
function profileKey(): Promise<CryptoKey> {
  keyOfProfile ??= loadKey().catch((error: unknown) => {
    keyOfProfile = null
    throw error
  })
  return keyOfProfile
}

async function loadKey(): Promise<CryptoKey> {
  const database = await openDB('chartside.keys', 1, { upgrade: (opened) => void opened.createObjectStore(storeName) })
  try {
    const oldKey: CryptoKey | undefined = await database.get(storeName, keyName)
    if (oldKey) return oldKey
    const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    // Another page of the extension may have stored a key in the meantime.
    const transaction = database.transaction(storeName, 'readwrite')
    const otherKey: CryptoKey | undefined = await transaction.store.get(keyName)
    if (!otherKey) await transaction.store.put(newKey, keyName)
    await transaction.done
    return otherKey ?? newKey
  } finally {
    database.close()
  }
}

/** Encrypts a value. `place` is the name under which it is stored. */
export async function sealValue(place: string, value: unknown): Promise<SealedValue> {
  const sealed = await seal(await profileKey(), place, new TextEncoder().encode(JSON.stringify(value)))
  return { sealed: toBase64(sealed) }
}

/** Returns null if this profile cannot open the value: it was changed, or the browser has deleted the key. */
export async function openValue(place: string, { sealed }: SealedValue): Promise<unknown> {
  try {
    const plain = await unseal(await profileKey(), place, fromBase64(sealed))
    return JSON.parse(new TextDecoder().decode(plain))
  } catch {
    return null
  }
}
