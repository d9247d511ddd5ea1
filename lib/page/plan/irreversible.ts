import type { FillPlan } from '../shapes.ts'

/**
 * Returns the plan with choices marked as confirmed by the clinician, although undo cannot remove them. Without
 * `isMeant`, all such choices are confirmed.
 */
export const confirmIrreversible = (plan: FillPlan, isMeant: (fieldId: string) => boolean = () => true): FillPlan => ({
  ...plan,
  writes: plan.writes.map((write) =>
    write.irreversible && isMeant(write.fieldId) ? { ...write, irreversible: 'confirmed' } : write,
  ),
})
