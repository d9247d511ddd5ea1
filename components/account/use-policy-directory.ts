import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { usePolicy } from '../policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { useDirectories } from './use-directories.ts'

/**
 * Chooses the directory (an organisation) that the policy names, if the user is a member and has not chosen it yet
 * (product 13.11). Does nothing for users who are not members.
 */
export function usePolicyDirectory(): { error: Error | null; retry: () => void } {
  const { client } = useSharedPorts()
  const { directoryId } = usePolicy().policy
  const { items } = useDirectories()
  const queries = useQueryClient()
  const directoryToChoose = items.find(
    (directory) => directory.directoryId === directoryId && !directory.chosen,
  )?.directoryId
  const { mutate, error } = useMutation({
    mutationFn: (directoryId: string) => client.call(directoryEndpoints.chooseDirectory, { body: { directoryId } }),
    // What the user may see and do depends on the organisation, so everything is loaded again.
    onSuccess: () => queries.invalidateQueries(),
  })
  const choose = useCallback(() => {
    if (directoryToChoose !== undefined) mutate(directoryToChoose)
  }, [directoryToChoose, mutate])
  useEffect(choose, [choose])
  return { error, retry: choose }
}
