import type { FillPlan } from '../shapes.ts'

/** The same plan with these fields' choices, all unless told, confirmed as for good: undo will leave them as they are. */
export const confirmLasting = (plan: FillPlan, isMeant: (fieldId: string) => boolean = () => true): FillPlan => ({
  ...plan,
  writes: plan.writes.map((write) =>
    write.lasting && isMeant(write.fieldId) ? { ...write, lasting: 'confirmed' } : write,
  ),
})
