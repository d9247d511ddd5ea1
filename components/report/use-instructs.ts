import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { templateEndpoints } from '../../lib/contracts/endpoints/templates.ts'
import type { Field, Model } from '../../lib/contracts/index.ts'
import { usePorts } from '../ports.tsx'

/** The built-in writer writes a field again, but not as instructed. */
const follows = ({ provider }: Model) => provider !== 'embedded'

/** True if the model that writes this field follows instructions such as "Shorter". True if the models are not known. */
export function followsInstructions(
  { model = 0 }: Pick<Field, 'model'>,
  models: readonly Model[] | undefined,
): boolean {
  if (models === undefined) return true
  const allowed = models.filter(({ refused }) => refused !== true)
  const own = allowed.find(({ slot }) => slot === model)
  // A field whose model is refused or gone is written by another one.
  return own === undefined ? allowed.some(follows) : follows(own)
}

/** Returns the test of a field for the models of the signed-in person. */
export function useInstructs(): (field: Pick<Field, 'model'>) => boolean {
  const { client } = usePorts()
  const { data } = useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.call(templateEndpoints.listModels, { query: {} }, { signal }),
  })
  return useCallback((field) => followsInstructions(field, data?.models), [data])
}
