import { and, eq } from 'drizzle-orm'
import { Problem } from '../problem.ts'
import { idempotencyKeys } from '../store/schema/index.ts'
import type { Context } from './index.ts'

/** A creating call under its Idempotency-Key. */
export interface KeyedCall {
  /** Whose key it is: two people may use the same one without meeting. */
  scope: string
  key: string
  /** Everything that must be the same for the call to count as repeated. */
  request: unknown
  create: () => Promise<unknown>
  /** For an answer that holds a secret: nothing of it is kept, and a repeated call gets this instead. */
  repeat: (() => Promise<unknown>) | undefined
}

/** Runs what creates something, in a transaction, and once where the caller gave a key: `request` is what was asked. */
export type Once = (request: unknown, create: (inside: Context) => Promise<unknown>) => Promise<unknown>

/**
 * Runs a call once; the context must be a transaction's. The record of the answer is part of it: a repeated call waits
 * for the first and gets the same answer, and a first one that failed left nothing. Throws `idempotency_mismatch`
 * where the key was used for anything else, `not_found` where what was made is deleted.
 */
export async function runOnce({ database, store, clock }: Context, call: KeyedCall): Promise<unknown> {
  const { scope, key } = call
  const { encryption } = store
  const fingerprint = encryption.fingerprint(JSON.stringify(call.request))
  const place = `idempotency/${scope}/${key}`
  const ours = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  // Waits here while another transaction holds the same key.
  const [mine] = await database
    .insert(idempotencyKeys)
    .values({ scope, key, fingerprint, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (mine !== undefined) {
    const answer = await call.create()
    if (call.repeat === undefined) {
      const kept = { answer: encryption.seal(place, answer), subjectId: idOf(answer) }
      await database.update(idempotencyKeys).set(kept).where(ours)
    }
    return answer
  }
  const [earlier] = await database.select().from(idempotencyKeys).where(ours)
  if (earlier === undefined || earlier.fingerprint !== fingerprint) throw new Problem('idempotency_mismatch')
  if (call.repeat !== undefined) return call.repeat()
  if (earlier.answer === null) throw new Problem('not_found')
  return encryption.unseal(place, earlier.answer)
}

/** What is deleted leaves no copy in the answers that told of it. */
export async function forgetAnswers({ database }: Pick<Context, 'database'>, subjectId: string): Promise<void> {
  await database.update(idempotencyKeys).set({ answer: null }).where(eq(idempotencyKeys.subjectId, subjectId))
}

/** The id of what an answer tells of; layouts and reports keep `_id` on the wire. */
function idOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const id = '_id' in answer ? answer._id : 'id' in answer ? answer.id : null
  return typeof id === 'string' ? id : null
}
