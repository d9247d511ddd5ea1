import { templateEndpoints } from '../../../lib/contracts/endpoints/templates.ts'
import type { FieldNamesRequest } from '../../../lib/contracts/field-names.ts'
import { useRefusal } from '../../policy.ts'
import { usePorts } from '../../ports.tsx'
import { useModelList } from '../../template/use-model-list.ts'

export type NameFields = (request: FieldNamesRequest) => Promise<(string | null)[]>

/**
 * Returns the function that asks a language model for names of fields (product 11.10). Undefined: the policy forbids it,
 * or no language model may be used.
 */
export function useFieldNames(): NameFields | undefined {
  const { client } = usePorts()
  const { data } = useModelList()
  const refusal = useRefusal({ kind: 'feature', feature: 'field-names' })
  const hasModel = data?.models.some(({ provider, refused: isRefused }) => provider !== 'embedded' && !isRefused)
  if (refusal !== null || !hasModel) return undefined
  return async (request) => (await client.call(templateEndpoints.nameFields, { body: request })).names
}
