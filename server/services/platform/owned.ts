import type { Customer } from '../../authority/index.ts'

/** Returns the customer, the customer user and the mode (live or sandbox) of a row, in the API format. */
export const ownedIn = (
  { customerIdentifier, test }: Pick<Customer, 'customerIdentifier' | 'test'>,
  { userIdentifier }: { userIdentifier: string | null },
) => ({ customerIdentifier, ...(userIdentifier === null ? {} : { userIdentifier }), test })
