import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../lib/api/index.ts'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { accountKey } from './use-account.ts'

export const identitiesKey = [...accountKey, 'identities']

/** Loads the accounts at providers with which the person can sign in, and whether the person has a password. */
export const useIdentities = (client: Pick<Client, 'call'>) =>
  useQuery({
    queryKey: identitiesKey,
    queryFn: ({ signal }) => client.call(accountEndpoints.listIdentities, {}, { signal }),
  })

/**
 * False if the account has no password, because it was made with an account of Google, Microsoft or Apple. True until
 * the server has answered, because nearly all accounts have a password.
 */
export const useHasPassword = (client: Pick<Client, 'call'>): boolean => useIdentities(client).data?.password ?? true
