import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'
import { addKey, fixedKeys, keyFile } from './keys.ts'

const key = Buffer.alloc(32, 1)
const { seal, unseal, fingerprint } = createEncryption(fixedKeys(key))

test('any value sealed for a place can be opened there', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (place, value) => {
      expect(unseal(place, seal(place, value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('bytes of a file stay the same bytes, also under a new key', () => {
  const ring = createEncryption(fixedKeys(Buffer.alloc(32, 2), key))
  fc.assert(
    fc.property(fc.uint8Array(), (given) => {
      const bytes = Buffer.from(given)
      const sealed = seal('file/1', bytes)
      expect(unseal('file/1', sealed)).toEqual(bytes)
      const resealed = ring.reseal('file/1', sealed)
      if (resealed === null) throw new Error('The bytes were not encrypted again.')
      expect([ring.unseal('file/1', resealed), ring.isCurrent(resealed)]).toEqual([bytes, true])
    }),
  )
})

test('a sealed value opens in no other place, under no other key, and not when a bit is changed', () => {
  for (const value of ['words', Buffer.from('"words"')]) {
    const sealed = seal('turn/1', value)
    expect(() => unseal('turn/2', sealed)).toThrow()
    expect(() => createEncryption(fixedKeys(Buffer.alloc(32, 2))).unseal('turn/1', sealed)).toThrow()
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => unseal('turn/1', changed)).toThrow()
    }
  }
})

test('the same words sealed twice differ, but their fingerprints are equal', () => {
  expect(seal('a', 'words').equals(seal('a', 'words'))).toBe(false)
  expect(fingerprint('words')).toBe(createEncryption(fixedKeys(key)).fingerprint('words'))
  expect(fingerprint('words')).not.toBe(createEncryption(fixedKeys(Buffer.alloc(32, 2))).fingerprint('words'))
})

test('several processes that create the key at once end with the same one, readable only by its owner', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-key-'))
  try {
    const keys = await Promise.all(Array.from({ length: 8 }, () => keyFile(folder)))
    expect(new Set(keys.flatMap((one) => one.read()).map((one) => one.toString('hex'))).size).toBe(1)
    expect((await stat(join(folder, 'encryption.key'))).mode & 0o077).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a value of the first format, which names no key, opens with the oldest key', () => {
  // The value of `seal('turn/1', 'words')`, encrypted with `key` in the first format, which contains no key id.
  const old = Buffer.from('ARjbNv7d9NfxO6FPHKfTkwlTXTKB6oi/Hv9gvE/g7fePP351', 'base64')
  const ring = createEncryption(fixedKeys(Buffer.alloc(32, 3), Buffer.alloc(32, 2), key))
  expect(ring.unseal('turn/1', old)).toBe('words')
  const resealed = ring.reseal('turn/1', old)
  expect(resealed).not.toBeNull()
  expect(createEncryption(fixedKeys(Buffer.alloc(32, 3))).unseal('turn/1', resealed ?? old)).toBe('words')
})

test('a new key encrypts, older ones still decrypt, and each value names its key', () => {
  const ring = createEncryption(fixedKeys(Buffer.alloc(32, 2), key))
  const old = seal('turn/1', 'words')
  expect(ring.unseal('turn/1', old)).toBe('words')
  expect([ring.isCurrent(old), ring.isCurrent(ring.seal('turn/1', 'words'))]).toEqual([false, true])
  expect(ring.reseal('turn/1', ring.seal('turn/1', 'words'))).toBeNull()
  expect(() => unseal('turn/1', ring.seal('turn/1', 'words'))).toThrow('a key that this server does not have')
  expect(ring.fingerprint('words')).toBe(fingerprint('words'))
})

test('a running server opens what another one encrypted with a key that was added meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-key-'))
  try {
    const running = createEncryption(await keyFile(folder))
    const old = running.seal('turn/1', 'words')
    await addKey(folder)
    const started = createEncryption(await keyFile(folder))
    expect(running.unseal('turn/1', started.seal('turn/1', 'more'))).toBe('more')
    expect(started.unseal('turn/1', old)).toBe('words')
    expect(running.keyId).toBe(started.keyId)
    expect((await stat(join(folder, 'encryption.key'))).mode & 0o077).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('of keys that are added at the same time, each is either refused or kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-key-'))
  try {
    const first = (await keyFile(folder)).read()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => addKey(folder)))
    const added = results.filter(({ status }) => status === 'fulfilled').length
    const keys = (await keyFile(folder)).read()
    expect(added).toBeGreaterThan(0)
    expect(keys).toHaveLength(1 + added)
    expect(keys.slice(-1)).toEqual(first)
    expect(await readdir(folder)).toEqual(['encryption.key'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
