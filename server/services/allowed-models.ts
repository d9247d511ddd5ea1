import { eq } from 'drizzle-orm'
import { directorySettings } from '../../lib/contracts/index.ts'
import type { Writer } from '../generation/index.ts'
import type { Database } from '../store/index.ts'
import { directories } from '../store/schema/index.ts'

/** Names the slot whose model writes in place of the slot that a field asks for. */
export type SlotRule = (slot: number) => number

/**
 * The model slots that a directory allows. Null: all of them, also for a person who acts in no directory (product 12.14).
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
 * The rule of a directory: a slot that it does not allow is replaced by the first one that it allows. Refusing instead
 * would leave a clinician without a note because of a template that somebody else made.
 */
export async function slotRule(database: Database, directoryId: string | null): Promise<SlotRule> {
  const allowed = await allowedSlots(database, directoryId)
  const [first = 0] = allowed ?? []
  return (slot) => (allowed === null || allowed.includes(slot) ? slot : first)
}

/** The writers that a directory allows, by the slot that is asked for. */
export async function allowedWriters(
  { database, writers }: { database: Database; writers: (slot: number) => Writer },
  directoryId: string | null,
): Promise<(slot: number) => Writer> {
  const rule = await slotRule(database, directoryId)
  return withAllowedFallbacks((slot) => writers(rule(slot)), await allowedSlots(database, directoryId))
}

/** Takes away the fallback of a writer if its slot is not allowed. Otherwise, the words would go to a refused provider. */
export function withAllowedFallbacks(
  writers: (slot: number) => Writer,
  allowed: readonly number[] | null,
): (slot: number) => Writer {
  if (allowed === null) return writers
  return (slot) => {
    const { fallback, ...writer } = writers(slot)
    const isAllowed = fallback?.slot !== undefined && allowed.includes(fallback.slot)
    return isAllowed ? { ...writer, fallback } : writer
  }
}
