import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/index.ts'
import { userEndpoints } from '../../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../../lib/contracts/index.ts'
import { formToKeep } from '../../../lib/page/form/drift.ts'
import type { PageReading } from '../../../lib/page/shapes.ts'
import { layoutAccess } from '../../../lib/template/index.ts'
import { usePorts } from '../../ports.tsx'
import { draftOf } from '../../template/layout-template.ts'

/**
 * Returns a function that adds data to a template, with which the open form can be recognised later. Templates that an
 * earlier version of Chartside saved do not contain this data. The function does nothing for users who may not change
 * the template. For these users, the form is recognised by the field ids that the earlier version used.
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
      // Ignore the error if the server cannot be reached, or if it refuses the change, for example because another user
      // has saved the template. The form is saved the next time the template is chosen.
      if (!(error instanceof ApiError)) throw error
    }
  }
}
