import type { SignInMethod } from '../../../lib/contracts/index.ts'
import { endFamily } from '../../auth/sessions/index.ts'
import { restrictedMethods, type Stranger } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'

const words: Record<SignInMethod, string> = {
  email: 'your email address',
  phone: 'your phone',
  google: 'Google',
  microsoft: 'Microsoft',
  apple: 'Apple',
}

/**
 * Throws `sign_in_refused` if a directory of the person does not list this way to sign in (product 12.53). Call it
 * after the credential was checked, so that strangers do not learn the settings of the directory.
 */
export async function refuseMethod(
  context: Context,
  { address }: Pick<Stranger, 'address'>,
  userId: string,
  method: SignInMethod,
): Promise<void> {
  const refusing = await findRefusing(context, userId, method)
  if (refusing === undefined) return
  await audit(context, { userId, administratorId: null, address }, 'account.sign-in-refused', userId)
  throw new Problem('sign_in_refused', `${refusing.name} does not allow signing in this way. ${insteadOf(refusing)}`)
}

export async function endRefusedFamily(
  context: Context,
  { address }: Pick<Stranger, 'address'>,
  { id, userId, method }: { id: string; userId: string; method: SignInMethod | null },
): Promise<void> {
  const refusing = method === null ? undefined : await findRefusing(context, userId, method)
  if (refusing === undefined || method === null) return
  await context.database.transaction(async (tx) => {
    await endFamily(tx, id, 'way to sign in not allowed', context.clock)
    await audit({ ...context, database: tx }, { userId, administratorId: null, address }, 'account.session-end', userId)
  })
  const sentence = `${refusing.name} does not allow signing in with ${words[method]} any more. ${insteadOf(refusing)}`
  throw new Problem('session_ended', sentence)
}

type Restriction = Awaited<ReturnType<typeof restrictedMethods>>[number]

const findRefusing = async (
  { database }: Pick<Context, 'database'>,
  userId: string,
  method: SignInMethod,
): Promise<Restriction | undefined> =>
  (await restrictedMethods(database, userId)).find(({ methods }) => !methods.includes(method))

function insteadOf({ methods }: Restriction): string {
  const methodNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(methods.map((one) => words[one]))
  return `Sign in with ${methodNames}.`
}
