import { and, eq } from 'drizzle-orm'
import type { Endpoint } from '../../lib/contracts/index.ts'
import type { Actor } from '../actor.ts'
import { Problem } from '../problem.ts'
import { idempotencyKeys } from '../store/schema/index.ts'
import type { Call, Creating } from './handler.ts'

const shape = /^[\x21-\x7e]{1,255}$/

type AnyCall = Call<Endpoint, Actor>

/** Two people may use the same key without meeting. */
const scopeOf = (actor: Actor) => (actor.kind === 'user' ? `user:${actor.userId}` : 'stranger')

/**
 * Runs a creating handler in a transaction. With a key, the record of the answer is part of that transaction: a
 * repeated call waits for the first and gets the same answer, and a first one that failed left nothing. The same key
 * for anything else is `idempotency_mismatch`.
 */
export async function once(
  call: AnyCall,
  handler: Creating<Endpoint, Actor>,
  { name, key }: { name: string; key: string | undefined },
): Promise<unknown> {
  const { context, actor } = call
  const inTransaction = <T>(work: (call: AnyCall) => Promise<T>) =>
    context.store.database.transaction((tx) => work({ ...call, context: { ...context, database: tx } }))
  if (key === undefined) return inTransaction(handler.create)
  if (!shape.test(key)) {
    const message = 'Use 1 to 255 printable characters.'
    throw new Problem('invalid_request', undefined, [{ path: 'headers.idempotency-key', message }])
  }

  const { encryption } = context.store
  const scope = scopeOf(actor)
  const fingerprint = encryption.fingerprint(JSON.stringify([name, call.params, call.body]))
  const place = `idempotency/${scope}/${key}`
  return inTransaction(async (inside) => {
    const { database } = inside.context
    // Waits here while another transaction holds the same key.
    const [mine] = await database
      .insert(idempotencyKeys)
      .values({ scope, key, fingerprint, createdAt: context.clock.now() })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key })
    const ours = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
    if (mine !== undefined) {
      const answer = await handler.create(inside)
      if (handler.repeat === undefined) {
        await database
          .update(idempotencyKeys)
          .set({ answer: encryption.seal(place, answer) })
          .where(ours)
      }
      return answer
    }
    const [earlier] = await database.select().from(idempotencyKeys).where(ours)
    if (earlier === undefined || earlier.fingerprint !== fingerprint) throw new Problem('idempotency_mismatch')
    if (handler.repeat !== undefined) return handler.repeat(inside)
    if (earlier.answer === null) throw new Problem('conflict')
    return encryption.unseal(place, earlier.answer)
  })
}
