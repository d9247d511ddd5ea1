import type { Customer } from '../../authority/index.ts'

/** Whose thing a row is, in the API format. */
export const ownedIn = (
  { customerIdentifier, test }: Pick<Customer, 'customerIdentifier' | 'test'>,
  { userIdentifier }: { userIdentifier: string | null },
) => ({ customerIdentifier, ...(userIdentifier === null ? {} : { userIdentifier }), test })
