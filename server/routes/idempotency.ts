import type { Endpoint } from '../../lib/contracts/index.ts'
import type { Principal } from '../authority/index.ts'
import { type Once, runOnce, scopeOfCustomer, scopeOfKey, scopeOfUser } from '../services/idempotency.ts'
import type { Call, Creating } from './handler.ts'

type AnyCall = Call<Endpoint, Principal>

function scopeOf(principal: Principal): string {
  switch (principal.kind) {
    case 'person':
      return scopeOfUser(principal.userId)
    case 'key':
      return scopeOfKey(principal)
    case 'customer':
      return scopeOfCustomer(principal)
    case 'stranger':
      return 'stranger'
  }
}

interface Keyed {
  name: string
  key: string | undefined
}

/**
 * Runs a creating handler in a transaction. With an Idempotency-Key, a repeated call does not run the handler again
 * (product 7.7).
 */
export async function once(
  call: AnyCall,
  { create, repeat }: Pick<Creating<Endpoint, Principal>, 'create' | 'repeat'>,
  { name, key }: Keyed,
): Promise<unknown> {
  return call.context.store.database.transaction(async (database) => {
    const inside: AnyCall = { ...call, context: { ...call.context, database } }
    if (key === undefined) return create(inside)
    return runOnce(inside.context, {
      scope: scopeOf(call.principal),
      key,
      request: [name, call.params, call.query, call.body],
      create: () => create(inside),
      repeat: repeat === undefined ? undefined : () => repeat(inside),
    })
  })
}

/**
 * Returns a version of `once` for calls whose request is known only after their body is read, such as forms. The
 * handler reads the body first. Then it calls the returned function with the request and the function that creates the
 * object.
 */
export const onceRead =
  (call: AnyCall, keyed: Keyed): Once =>
  (request, create) =>
    once({ ...call, body: request }, { create: ({ context }) => create(context) }, keyed)
