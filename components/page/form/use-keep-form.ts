import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/index.ts'
import { userEndpoints } from '../../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../../lib/contracts/index.ts'
import { formToKeep } from '../../../lib/page/form/convert.ts'
import type { PageReading } from '../../../lib/page/shapes.ts'
import { layoutAccess } from '../../../lib/template/index.ts'
import { usePorts } from '../../ports.tsx'
import { draftOf } from '../../template/layout-template.ts'

/**
 * Converts a template that an earlier version saved while its form is open: what it is recognised by is stored in it. Only
 * who may change the template does so; for everybody else it is recognised by its former identities each time.
 */
export function useKeepForm(email: string) {
  const { client } = usePorts()
  const queries = useQueryClient()
  return async (layout: Layout, reading: PageReading): Promise<void> => {
    const access = layoutAccess(layout, email)
    const form = access === 'owner' || access === 'editor' ? formToKeep(layout, reading) : null
    if (!form) return
    const { _id: id, version } = layout
    try {
      await client.call(userEndpoints.updateLayout, {
        params: { id },
        body: { version, layout: { ...draftOf(layout), form } },
      })
      await queries.invalidateQueries({ queryKey: ['layouts'] })
    } catch (error) {
      // Saved by somebody else meanwhile, or the server is away: the next choice of the template tries again.
      if (!(error instanceof ApiError)) throw error
    }
  }
}
