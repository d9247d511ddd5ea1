import { useQueryClient } from '@tanstack/react-query'
import { userEndpoints } from '../../../lib/contracts/endpoints/user.ts'
import type { Layout, LayoutDraft } from '../../../lib/contracts/index.ts'
import { useAttemptKey } from '../../attempt-key.ts'
import { usePorts } from '../../ports.tsx'

/**
 * Returns a function that saves a layout made from a form. Trying again after an error does not create a second layout.
 * Rejects with the server's error message.
 */
export function useSaveTemplate() {
  const { client } = usePorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  return async (draft: LayoutDraft): Promise<Layout> => {
    const savedLayout = await client.call(
      userEndpoints.createLayout,
      { body: draft },
      { idempotencyKey: attempt.of(draft) },
    )
    attempt.done()
    await queries.invalidateQueries({ queryKey: ['layouts'] })
    return savedLayout
  }
}
