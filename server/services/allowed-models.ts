import { eq } from 'drizzle-orm'
import { directorySettings } from '../../lib/contracts/index.ts'
import { embeddedWriter, type Writer } from '../generation/index.ts'
import type { Database } from '../store/index.ts'
import { directories } from '../store/schema/index.ts'

/** Maps the slot that a field asks for to the slot whose model writes the field. */
export type SlotRule = (slot: number) => number

/**
 * Returns the model slots that a directory allows. Null: all slots, also for a person who acts in no directory (product
 * 12.14).
 */
export async function allowedSlots(database: Database, directoryId: string | null): Promise<readonly number[] | null> {
  if (directoryId === null) return null
  const [row] = await database
    .select({ settings: directories.settings })
    .from(directories)
    .where(eq(directories.id, directoryId))
  const { models } = directorySettings.parse(row?.settings ?? {})
  return models.length === 0 ? null : models
}

/**
 * Returns the rule by which a directory (an organisation) replaces slots. A slot that the directory does not allow is
 * replaced by the first slot that it allows. If a note with a forbidden slot were refused instead, a clinician would
 * get no note because of a template that somebody else made.
 */
export const slotRule = async (database: Database, directoryId: string | null): Promise<SlotRule> =>
  ruleOf(await allowedSlots(database, directoryId))

function ruleOf(allowed: readonly number[] | null): SlotRule {
  const [first = 0] = allowed ?? []
  return (slot) => (allowed === null || allowed.includes(slot) ? slot : first)
}

/**
 * Returns the function that finds the writer (the model) of a field. A field names its model by a slot number. If the
 * directory does not allow this slot, the function returns the writer of a slot that is allowed.
 */
export async function allowedWriters(
  { database, writers }: { database: Database; writers: (slot: number) => Writer },
  directoryId: string | null,
): Promise<(slot: number) => Writer> {
  const allowed = await allowedSlots(database, directoryId)
  const rule = ruleOf(allowed)
  if (allowed === null) return writers
  return withAllowedOthers((slot) => allowedWriter(writers, allowed, rule(slot)), allowed)
}

/**
 * Returns the writer of an allowed slot. If an administrator has removed the model of this slot, `writers` returns the
 * model of slot 0, which the directory may not allow. The function then returns the writer of the first allowed slot
 * that has a model. If no allowed slot has a model, returns the built-in writer, which sends nothing to a provider.
 */
function allowedWriter(writers: (slot: number) => Writer, allowed: readonly number[], slot: number): Writer {
  const found = [slot, ...allowed].map((one) => writers(one))
  // A writer without a slot is the built-in writer. `writers` returns it if neither this slot nor slot 0 has a model.
  return found.find((writer) => writer.slot !== undefined && allowed.includes(writer.slot)) ?? embeddedWriter
}

/**
 * Removes the fallback and the reviewer of a writer if the directory does not allow their slots. Otherwise, the words of
 * the session would be sent to a provider that the directory refuses. The writer then reviews its notes itself.
 */
function withAllowedOthers(writers: (slot: number) => Writer, allowed: readonly number[]): (slot: number) => Writer {
  const isAllowed = (writer: Writer | null | undefined): writer is Writer =>
    writer?.slot !== undefined && allowed.includes(writer.slot)
  return (slot) => {
    const { fallback, reviewer, ...writer } = writers(slot)
    return {
      ...writer,
      ...(isAllowed(fallback) ? { fallback } : {}),
      ...(reviewer === null || isAllowed(reviewer) ? { reviewer } : {}),
    }
  }
}
