import type { Customer } from '../../authority/index.ts'

export const ownedIn = (
  { customerIdentifier, test }: Pick<Customer, 'customerIdentifier' | 'test'>,
  { userIdentifier }: { userIdentifier: string | null },
) => ({ customerIdentifier, ...(userIdentifier === null ? {} : { userIdentifier }), test })
