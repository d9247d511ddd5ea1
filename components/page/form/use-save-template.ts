import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { userEndpoints } from '../../../lib/contracts/endpoints/user.ts'
import type { Layout, LayoutDraft } from '../../../lib/contracts/index.ts'
import { usePorts } from '../../ports.tsx'

/** Saves a layout made from a form; a second try of the same one makes no second layout. Rejects with the server's sentence. */
export function useSaveTemplate() {
  const { client } = usePorts()
  const queries = useQueryClient()
  const attempt = useRef({ asked: '', key: '' })
  return async (draft: LayoutDraft): Promise<Layout> => {
    const asked = JSON.stringify(draft)
    if (attempt.current.asked !== asked) attempt.current = { asked, key: crypto.randomUUID() }
    const saved = await client.call(
      userEndpoints.createLayout,
      { body: draft },
      { idempotencyKey: attempt.current.key },
    )
    attempt.current = { asked: '', key: '' }
    await queries.invalidateQueries({ queryKey: ['layouts'] })
    return saved
  }
}
