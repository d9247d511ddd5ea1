import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { usePolicy } from '../policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { useDirectories } from './use-directories.ts'

/**
 * Chooses the directory (an organisation) that the policy names, if the user is a member and has not chosen it yet
 * (product 13.11). Does nothing for users who are not members.
 */
export function usePolicyDirectory(): void {
  const { client } = useSharedPorts()
  const { directoryId } = usePolicy().policy
  const { items } = useDirectories()
  const queries = useQueryClient()
  const wanted = items.find((directory) => directory.directoryId === directoryId && !directory.chosen)?.directoryId
  useEffect(() => {
    if (wanted === undefined) return
    // What the user may see and do depends on the organisation, so everything is loaded again.
    client.call(directoryEndpoints.chooseDirectory, { body: { directoryId: wanted } }).then(
      () => queries.invalidateQueries(),
      (error: unknown) => toast('error', sentenceOf(error)),
    )
  }, [wanted, client, queries])
}
