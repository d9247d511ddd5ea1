/** A model an administrator set up: its slot, 0 to 14, and what it is called. */
export interface NamedModel {
  slot: number
  name: string
}

/** The slot that writes a field which names none (spec §9). */
export const defaultModelSlot = 0

/** What a slot is called; one that is not set up is named by its number. */
export const modelName = (models: readonly NamedModel[], slot: number): string =>
  models.find((model) => model.slot === slot)?.name ?? `Model ${slot}, not set up here`

/** The models that can be chosen, and with them the one that is in use. */
export function choosable(models: readonly NamedModel[], inUse: readonly number[]): NamedModel[] {
  const missing = [...new Set(inUse)].filter((slot) => !models.some((model) => model.slot === slot))
  return [...models, ...missing.map((slot) => ({ slot, name: modelName(models, slot) }))].sort(
    (a, b) => a.slot - b.slot,
  )
}

/** A field with another model; the default one is not written down. */
export function withModel<Of extends { model?: number | undefined }>(field: Of, slot: number): Of {
  const { model: _before, ...rest } = field
  // The rest of a field with a model or without is the same kind of field.
  return (slot === defaultModelSlot ? rest : { ...rest, model: slot }) as Of
}
