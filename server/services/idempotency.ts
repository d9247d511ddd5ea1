import { and, eq, inArray } from 'drizzle-orm'
import type { ApiKey, Customer } from '../authority/index.ts'
import { Problem } from '../problem.ts'
import { places } from '../store/places.ts'
import { idempotencyKeys } from '../store/schema/index.ts'
import type { Context } from './index.ts'

export const scopeOfUser = (userId: string): string => `user:${userId}`

export const scopeOfKey = ({ accessId, keyId }: Pick<ApiKey, 'accessId' | 'keyId'>): string =>
  `access:${accessId}/key:${keyId}`

export const scopeOfCustomer = ({ accessId, keyId, actingUserId, customerId, customerUserId }: Customer): string =>
  `access:${accessId}/${keyId === null ? `user:${actingUserId}` : `key:${keyId}`}/customer:${customerId}/${customerUserId ?? ''}`

export interface KeyedCall {
  scope: string
  key: string
  /** The parts of the request that must be equal for a repeated call. */
  request: unknown
  create: () => Promise<unknown>
  /**
   * Set if the answer contains a secret. The answer is then not stored, and a repeated call runs this function instead
   * of `create`.
   */
  repeat: (() => Promise<unknown>) | undefined
}

/**
 * Runs `create` in a transaction. If the client sent an Idempotency-Key, a repeated call does not run `create` again.
 * `request` is the part of the call that must be equal for a repeated call.
 */
export type Once = (request: unknown, create: (inside: Context) => Promise<unknown>) => Promise<unknown>

/**
 * Runs a call, or returns the stored answer if a call with the same key has run before. `database` must be a
 * transaction, because the answer is stored together with the created data. A parallel call with the same key waits for
 * the first call and gets the same answer. A failed call stores nothing. Throws `idempotency_mismatch` if the key was
 * used for a different request, and `not_found` if the created object was deleted.
 */
export async function runOnce({ database, store, clock }: Context, call: KeyedCall): Promise<unknown> {
  const { scope, key } = call
  const { encryption } = store
  const fingerprint = encryption.fingerprint(JSON.stringify(call.request))
  const place = places.answer(scope, key)
  const ours = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  // If another transaction has inserted the same key, this insert waits until that transaction ends.
  const [mine] = await database
    .insert(idempotencyKeys)
    .values({ scope, key, fingerprint, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (mine !== undefined) {
    const answer = await call.create()
    if (call.repeat === undefined) {
      const answerColumns = { answer: encryption.seal(place, answer), subjectId: idOf(answer) }
      await database.update(idempotencyKeys).set(answerColumns).where(ours)
    }
    return answer
  }
  const [earlier] = await database.select().from(idempotencyKeys).where(ours)
  if (earlier === undefined || earlier.fingerprint !== fingerprint) throw new Problem('idempotency_mismatch')
  if (call.repeat !== undefined) return call.repeat()
  if (earlier.answer === null) throw new Problem('not_found')
  return encryption.unseal(place, earlier.answer)
}

/**
 * Deletes the stored answers about objects that are deleted, because the answers contain copies of the objects' data.
 */
export async function forgetAnswers(
  { database }: Pick<Context, 'database'>,
  ...subjectIds: readonly string[]
): Promise<void> {
  await database
    .update(idempotencyKeys)
    .set({ answer: null })
    .where(inArray(idempotencyKeys.subjectId, [...subjectIds]))
}

/** Properties of an answer that can hold the id of the created object. The first property that is present is used. */
const idKeys = ['_id', 'id', 'licenseId', 'directoryId', 'roleId', 'accessId', 'userId', 'bannerId'] as const

function idOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const ids: Partial<Record<string, unknown>> = { ...answer }
  const id = idKeys.map((key) => ids[key]).find((value) => value !== undefined)
  return typeof id === 'string' ? id : null
}
