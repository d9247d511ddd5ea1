import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from './failure.ts'
import { toast } from './toast.ts'

/**
 * Creates the mutation for a request that changes data on the server. After success, every query whose key begins with
 * `refreshes` is loaded again, and a toast shows the text `said`. After a failure, a toast shows the error.
 */
export function useChange<Input = void>(
  change: (input: Input) => Promise<unknown>,
  { refreshes, said: successWords }: { refreshes: readonly unknown[]; said: string },
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      toast('success', successWords)
      return queries.invalidateQueries({ queryKey: refreshes })
    },
    onError: (error) => toast('error', sentenceOf(error)),
  })
}
