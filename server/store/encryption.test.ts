import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEncryption, readOrMakeKey } from './encryption.ts'

const key = Buffer.alloc(32, 1)
const { seal, unseal, fingerprint } = createEncryption(key)

test('any value sealed for a place can be opened there', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (place, value) => {
      expect(unseal(place, seal(place, value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a sealed value opens in no other place, under no other key, and not when a bit is changed', () => {
  const sealed = seal('turn/1', 'words')
  expect(() => unseal('turn/2', sealed)).toThrow()
  expect(() => createEncryption(Buffer.alloc(32, 2)).unseal('turn/1', sealed)).toThrow()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal('turn/1', changed)).toThrow()
  }
})

test('the same words sealed twice differ, but their fingerprints are equal', () => {
  expect(seal('a', 'words').equals(seal('a', 'words'))).toBe(false)
  expect(fingerprint('words')).toBe(createEncryption(key).fingerprint('words'))
  expect(fingerprint('words')).not.toBe(createEncryption(Buffer.alloc(32, 2)).fingerprint('words'))
})

test('several processes that create the key at once end with the same one, readable only by its owner', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-key-'))
  try {
    const keys = await Promise.all(Array.from({ length: 8 }, () => readOrMakeKey(folder)))
    expect(new Set(keys.map((one) => one.toString('hex'))).size).toBe(1)
    expect((await stat(join(folder, 'encryption.key'))).mode & 0o077).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
