import { rulesOf, type Working } from '../authority/index.ts'
import { embeddedWriter, type Writer } from '../generation/index.ts'
import type { Database } from '../store/index.ts'

export type SlotRule = (slot: number) => number

/** Returns the model slots that this person may use (product 12.14, 12.105). Null: all slots. */
export const allowedSlots = async (database: Database, working: Working): Promise<readonly number[] | null> =>
  (await rulesOf(database, working)).models

/**
 * Returns the rule by which the slots of this person are replaced. A slot that is not allowed is replaced by the first
 * slot that is allowed. If a note with a forbidden slot were refused instead, a clinician would
 * get no note because of a template that somebody else made.
 */
export const slotRule = async (database: Database, working: Working): Promise<SlotRule> =>
  ruleOf(await allowedSlots(database, working))

function ruleOf(slots: readonly number[] | null): SlotRule {
  const [first = 0] = slots ?? []
  return (slot) => (slots === null || slots.includes(slot) ? slot : first)
}

/**
 * Returns the function that finds the writer (the model) of a field. A field names its model by a slot number. If
 * this slot is not allowed, the function returns the writer of a slot that is allowed.
 */
export async function allowedWriters(
  { database, writers }: { database: Database; writers: (slot: number) => Writer },
  working: Working,
): Promise<(slot: number) => Writer> {
  const slots = await allowedSlots(database, working)
  const rule = ruleOf(slots)
  if (slots === null) return writers
  return withAllowedOthers((slot) => allowedWriter(writers, slots, rule(slot)), slots)
}

/**
 * Returns the writer of an allowed slot. If an administrator has removed the model of this slot, `writers` returns the
 * model of slot 0, which may not be allowed. The function then returns the writer of the first allowed slot
 * that has a model. If no allowed slot has a model, returns the built-in writer, which sends nothing to a provider.
 */
function allowedWriter(writers: (slot: number) => Writer, slots: readonly number[], slot: number): Writer {
  const candidates = [slot, ...slots].map((one) => writers(one))
  // A writer without a slot is the built-in writer. `writers` returns it if neither this slot nor slot 0 has a model.
  return candidates.find((writer) => writer.slot !== undefined && slots.includes(writer.slot)) ?? embeddedWriter
}

/**
 * Removes the fallback and the reviewer of a writer if their slots are not allowed. Otherwise, the words of the session
 * would be sent to a provider that an organisation refuses. The writer then reviews its notes itself.
 */
function withAllowedOthers(writers: (slot: number) => Writer, slots: readonly number[]): (slot: number) => Writer {
  const isAllowed = (writer: Writer | null | undefined): writer is Writer =>
    writer?.slot !== undefined && slots.includes(writer.slot)
  return (slot) => {
    const { fallback, reviewer, ...writer } = writers(slot)
    return {
      ...writer,
      ...(isAllowed(fallback) ? { fallback } : {}),
      ...(reviewer === null || isAllowed(reviewer) ? { reviewer } : {}),
    }
  }
}
