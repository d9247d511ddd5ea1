/** A model that an administrator has set up: its slot (0 to 14) and its name. */
export interface NamedModel {
  slot: number
  name: string
}

/** The slot for fields that name no model (product 14.4). */
export const defaultModelSlot = 0

export const modelName = (models: readonly NamedModel[], slot: number): string =>
  models.find((model) => model.slot === slot)?.name ?? `Model ${slot}, not set up on this server`

export function choosable(models: readonly NamedModel[], inUse: readonly number[]): NamedModel[] {
  const missingSlots = [...new Set(inUse)].filter((slot) => !models.some((model) => model.slot === slot))
  return [...models, ...missingSlots.map((slot) => ({ slot, name: modelName(models, slot) }))].sort(
    (a, b) => a.slot - b.slot,
  )
}

/** Returns the field with another model. For the default slot, the property `model` is removed. */
export function withModel<Of extends { model?: number | undefined }>(field: Of, slot: number): Of {
  const { model: _before, ...rest } = field
  // The cast is correct: adding or removing `model` does not change the type of the field.
  return (slot === defaultModelSlot ? rest : { ...rest, model: slot }) as Of
}
