import type { FillPlan, PlannedWrite } from '../shapes.ts'

/** The same write, said to be for good; one that undo can take away needs no such word. */
export const confirmedLasting = (write: PlannedWrite): PlannedWrite =>
  write.lasting ? { ...write, lasting: 'confirmed' } : write

/** The same plan with these fields' choices, all unless told, confirmed as for good: undo will leave them as they are. */
export const confirmLasting = (plan: FillPlan, isMeant: (fieldId: string) => boolean = () => true): FillPlan => ({
  ...plan,
  writes: plan.writes.map((write) => (isMeant(write.fieldId) ? confirmedLasting(write) : write)),
})
