import type { SignInMethod } from '../../../lib/contracts/index.ts'
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
 * Throws `sign_in_refused` if a directory of the person does not list this way to sign in (product 12.53). Call it after
 * the credential was right, so that strangers learn nothing.
 */
export async function refuseMethod(
  context: Context,
  { address }: Pick<Stranger, 'address'>,
  userId: string,
  method: SignInMethod,
): Promise<void> {
  const lists = await restrictedMethods(context.database, userId)
  const refusing = lists.find(({ methods }) => !methods.includes(method))
  if (refusing === undefined) return
  await audit(context, { userId, address }, 'account.sign-in-refused', userId)
  const allowed = new Intl.ListFormat('en', { type: 'disjunction' }).format(refusing.methods.map((one) => words[one]))
  throw new Problem('sign_in_refused', `${refusing.name} does not allow this way to sign in. Sign in with ${allowed}.`)
}
