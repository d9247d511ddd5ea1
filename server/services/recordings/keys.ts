import { createPrivateKey, createPublicKey, generateKeyPair, randomUUID, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { desc, eq, sql } from 'drizzle-orm'
import type { RecordingPublicKey } from '../../../lib/contracts/index.ts'
import { places } from '../../store/places.ts'
import { recordingKeys } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'

const modulusBits = 3072
const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
/** Arbitrary id of the advisory lock that lets only one server at a time create the first key pair. */
const makingLock = 7_204_420
const generate = promisify(generateKeyPair)

type Stored = Pick<Context, 'database' | 'store' | 'clock'>

/**
 * Returns the current public key, which is the same on all servers of the database. Creates the key pair if there is
 * none.
 */
export async function currentPublicKey(context: Stored): Promise<RecordingPublicKey> {
  const newest = (await findNewest(context)) ?? (await make(context))
  const privateKey = createPrivateKey({ key: newest.pkcs8, format: 'der', type: 'pkcs8' })
  const { n, e } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (n === undefined || e === undefined) throw new Error('The recording key is no RSA key.')
  return { keyId: newest.id, jwk: { kty: 'RSA', n, e } }
}

async function findNewest({ database, store }: Stored): Promise<{ id: string; pkcs8: Buffer } | null> {
  const [row] = await database.select().from(recordingKeys).orderBy(desc(recordingKeys.createdAt)).limit(1)
  return row === undefined ? null : { id: row.id, pkcs8: decryptKey(store, row) }
}

async function make(context: Stored): Promise<{ id: string; pkcs8: Buffer }> {
  const { privateKey } = await generate('rsa', { modulusLength: modulusBits })
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  return context.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${makingLock})`)
    const existingPair = await findNewest({ ...context, database: tx })
    if (existingPair !== null) return existingPair
    const id = randomUUID()
    const sealed = context.store.encryption.seal(places.recordingKey(id), pkcs8.toString('base64'))
    await tx.insert(recordingKeys).values({ id, privateKey: sealed, createdAt: context.clock.now() })
    return { id, pkcs8 }
  })
}

const decryptKey = ({ encryption }: Context['store'], { id, privateKey }: { id: string; privateKey: Buffer }): Buffer =>
  Buffer.from(encryption.unseal(places.recordingKey(id), privateKey) as string, 'base64')

/**
 * Decrypts `wrapped`, which was encrypted with a public key of this database and with `label`. Returns null if the
 * public key is unknown, if the label differs, or if the value is damaged.
 */
export async function unwrapWith(
  { database, store }: Stored,
  { keyId, wrapped, label }: { keyId: string; wrapped: string; label: string },
): Promise<Buffer | null> {
  const [row] = await database
    .select()
    .from(recordingKeys)
    .where(eq(sql`${recordingKeys.id}::text`, keyId))
  if (row === undefined) return null
  const { subtle } = webcrypto
  const privateKey = await subtle.importKey('pkcs8', decryptKey(store, row), algorithm, false, ['decrypt'])
  try {
    const oaep = { name: algorithm.name, label: Buffer.from(label, 'utf8') }
    return Buffer.from(await subtle.decrypt(oaep, privateKey, Buffer.from(wrapped, 'base64')))
  } catch (error) {
    // WebCrypto reports every failed decryption as an OperationError, without the reason.
    if (error instanceof DOMException && error.name === 'OperationError') return null
    throw error
  }
}
