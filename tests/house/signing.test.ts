import { createPublicKey, createVerify } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signPackage } from '../../scripts/package/sign.ts'
import { readSigningKey, type SigningKey } from '../../scripts/package/signing-key.ts'
import { root } from '../../scripts/set-up.mjs'

let folder: string
let key: SigningKey
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-signing-'))
  key = await readSigningKey(join(folder, 'key.pem'), { create: true })
})
afterAll(() => rm(folder, { recursive: true }))

async function buildIn(name: string, publicKey: string, changedAt: Date): Promise<string> {
  const build = join(folder, name)
  await mkdir(join(build, 'chunks'), { recursive: true })
  const manifest = { version: '1.2.0', minimum_chrome_version: '120', key: publicKey }
  await writeFile(join(build, 'manifest.json'), JSON.stringify(manifest))
  for (const file of ['b.js', 'chunks/a.js']) {
    await writeFile(join(build, file), `// ${file}`)
    await utimes(join(build, file), changedAt, changedAt)
  }
  return build
}

test('a new key is readable by its owner only, and stays the same', async () => {
  expect((await stat(key.file)).mode & 0o777).toBe(0o600)
  expect(await readSigningKey(key.file, { create: true })).toEqual(key)
})

test('a missing key is not made by mistake, and a key inside the repository is refused', async () => {
  await expect(readSigningKey(join(folder, 'none.pem'), { create: false })).rejects.toThrow('There is no key')
  await expect(readSigningKey(join(root, 'key.pem'), { create: true })).rejects.toThrow('inside the repository')
})

test('the same build in another folder, at another time, gives the same bytes', async () => {
  const one = await buildIn('one', key.publicKey, new Date('2025-01-01'))
  const other = await buildIn('other', key.publicKey, new Date('2026-07-01'))
  const first = await signPackage(one, key, join(folder, 'packages-1'))
  const second = await signPackage(other, key, join(folder, 'packages-2'))
  expect(second).toEqual(first)
  const bytes = (name: string) => readFile(join(folder, name, first.file))
  expect((await bytes('packages-1')).equals(await bytes('packages-2'))).toBe(true)
})

test('the package has the signature that browsers check, and the id of the key', async () => {
  const described = await signPackage(await buildIn('one', key.publicKey, new Date()), key, join(folder, 'packages'))
  const crx = await readFile(join(folder, 'packages', described.file))
  expect(described).toMatchObject({ id: key.extensionId, version: '1.2.0', bytes: crx.length })
  expect([crx.toString('latin1', 0, 4), crx.readUInt32LE(4)]).toEqual(['Cr24', 3])
  // The header is a message of Protocol Buffers: one proof with key and signature, then the signed id.
  const headerEnd = 12 + crx.readUInt32LE(8)
  const publicKey = Buffer.from(key.publicKey, 'base64')
  const keyAt = crx.indexOf(publicKey)
  const signatureBytes = 256
  const signatureAt = keyAt + publicKey.length + 3
  const signature = crx.subarray(signatureAt, signatureAt + signatureBytes)
  const signedId = crx.subarray(headerEnd - 18, headerEnd)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(signedId.length)
  const verify = createVerify('sha256')
  for (const part of [Buffer.from('CRX3 SignedData\0'), length, signedId, crx.subarray(headerEnd)]) verify.update(part)
  expect(verify.verify(createPublicKey({ key: publicKey, format: 'der', type: 'spki' }), signature)).toBe(true)
})

test('a build for another key is refused', async () => {
  const build = await buildIn('foreign', 'another key', new Date())
  await expect(signPackage(build, key, join(folder, 'packages'))).rejects.toThrow('another key')
})
