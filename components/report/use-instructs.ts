import { useCallback } from 'react'
import type { Field, Model } from '../../lib/contracts/index.ts'
import { useModelList } from '../template/use-model-list.ts'

/** What a person is told if the built-in writer writes the note. */
export const extractsOnly =
  'No language model is set up for this note, so Chartside only copies sentences of the session into the fields. Ask your administrator to set up a language model.'

/** False for the built-in writer (`embedded`): it can write a field again, but it ignores instructions. */
const follows = ({ provider }: Model) => provider !== 'embedded'

/**
 * True if the model that writes this field follows instructions such as "Shorter". Also true while `models` is
 * undefined, because the models are not loaded yet.
 */
export function followsInstructions(
  { model = 0 }: Pick<Field, 'model'>,
  models: readonly Model[] | undefined,
): boolean {
  if (models === undefined) return true
  const usableModels = models.filter(({ refused: isRefused }) => isRefused !== true)
  const fieldModel = usableModels.find(({ slot }) => slot === model)
  // If the field's model is not allowed or no longer set up, any of the allowed models may write the field.
  return fieldModel === undefined ? usableModels.some(follows) : follows(fieldModel)
}

/** Returns a function that tests if a field's model follows instructions, for the models of the signed-in person. */
export function useInstructs(): (field: Pick<Field, 'model'>) => boolean {
  const { data } = useModelList()
  return useCallback((field) => followsInstructions(field, data?.models), [data])
}
