import { useQueryClient } from '@tanstack/react-query'
import { userEndpoints } from '../../../lib/contracts/endpoints/user.ts'
import type { Layout, LayoutDraft } from '../../../lib/contracts/index.ts'
import { useAttemptKey } from '../../attempt-key.ts'
import { usePorts } from '../../ports.tsx'

/** Saves a layout made from a form; a second try of the same one makes no second layout. Rejects with the server's sentence. */
export function useSaveTemplate() {
  const { client } = usePorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  return async (draft: LayoutDraft): Promise<Layout> => {
    const saved = await client.call(userEndpoints.createLayout, { body: draft }, { idempotencyKey: attempt.of(draft) })
    attempt.done()
    await queries.invalidateQueries({ queryKey: ['layouts'] })
    return saved
  }
}
