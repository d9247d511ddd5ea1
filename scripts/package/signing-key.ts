import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { root } from '../set-up.mjs'

const modulusBits = 2048

/** The key that signs the extension. In Chrome and Edge, its public half decides the id of the extension. */
export interface SigningKey {
  file: string
  /** The public key as the manifest names it: SPKI in DER, base64. */
  publicKey: string
  extensionId: string
}

/**
 * Returns the id of an extension with this public key (SPKI in DER): the first 32 hexadecimal digits of the SHA-256 of
 * the key, with the letters a to p instead of the digits 0 to f.
 */
export function extensionIdOf(publicKey: Buffer): string {
  const hex = createHash('sha256').update(publicKey).digest('hex').slice(0, 32)
  return [...hex].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')
}

const isInside = (path: string, folder: string) => !relative(folder, path).startsWith('..')

/**
 * Reads the private key from a PEM file. Throws if the file is no private key, or is inside the repository, where it
 * could be published. `create`: if the file does not exist, makes a new key in a file that only its owner can read.
 */
export async function readSigningKey(path: string, { create }: { create: boolean }): Promise<SigningKey> {
  const file = resolve(path)
  if (isInside(file, root)) throw new Error('The private key must not be inside the repository. Choose another folder.')
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && create) return newKey(file)
    throw new Error(
      isMissing ? `There is no key ${file}. \`--new-key\` makes one.` : `The key ${file} cannot be read.`,
      {
        cause: error,
      },
    )
  })
  const publicKey = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' })
  return { file, publicKey: publicKey.toString('base64'), extensionId: extensionIdOf(publicKey) }
}

async function newKey(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: modulusBits })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' })
  return pem
}
