import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import { limits, type Model } from '../../lib/contracts/index.ts'
import { ownerOf, type Person } from '../authority/index.ts'
import type { Config } from '../config.ts'
import { models } from '../store/schema/index.ts'
import { allowedSlots } from './allowed-models.ts'
import type { Context } from './index.ts'

export type ModelRow = Omit<typeof models.$inferSelect, 'edited' | 'updatedAt' | 'lastFailure'>

export const embeddedProvider = 'embedded'

export const modelsTopic = 'models'

const embedded = {
  provider: embeddedProvider,
  modelId: 'embedded',
  name: 'Built-in writer',
  contextSize: 0,
  price: null,
  reviewer: 'off' as const,
  reasoning: null,
  maxOutputTokens: 0,
  fallbackSlot: null,
}

export function configuredModels(configured: Config['models']): ModelRow[] {
  const takenSlots = new Set(configured.map(({ slot }) => slot))
  const free = Array.from({ length: limits.modelSlotMax + 1 }, (_, slot) => slot).find((slot) => !takenSlots.has(slot))
  const rows = free === undefined ? configured : [...configured, { slot: free, ...embedded }]
  return [...rows].sort((a, b) => a.slot - b.slot)
}

/**
 * Writes the models of the configuration into the models table, and deletes the rows of all other slots. Rows that an
 * administrator has edited are neither changed nor deleted.
 */
export async function seedModels(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  configured: Config['models'],
): Promise<void> {
  const rows = configuredModels(configured).map((row) => ({ ...row, updatedAt: clock.now() }))
  const excluded = (column: string) => sql.raw(`excluded.${column}`)
  await database.transaction(async (tx) => {
    const slots = rows.map(({ slot }) => slot)
    await tx.delete(models).where(and(notInArray(models.slot, slots), eq(models.edited, false)))
    await tx
      .insert(models)
      .values(rows)
      .onConflictDoUpdate({
        target: models.slot,
        set: {
          provider: excluded('provider'),
          modelId: excluded('model_id'),
          name: excluded('name'),
          contextSize: excluded('context_size'),
          price: excluded('price'),
          reviewer: excluded('reviewer'),
          reasoning: excluded('reasoning'),
          maxOutputTokens: excluded('max_output_tokens'),
          fallbackSlot: excluded('fallback_slot'),
          updatedAt: excluded('updated_at'),
        },
        setWhere: eq(models.edited, false),
      })
  })
}

/**
 * Returns all models, sorted by slot, and marks those that the person may not use. With `key`: only
 * models whose slot, name, model id or provider equals the key.
 */
export async function listModels(
  { database }: Context,
  person: Pick<Person, 'userId' | 'directory'>,
  key?: string,
): Promise<{ models: Model[] }> {
  const { slot, name, provider, modelId, contextSize } = models
  const rows = await database.select({ slot, name, provider, modelId, contextSize }).from(models).orderBy(asc(slot))
  const slots = await allowedSlots(database, ownerOf(person))
  const modelList = rows.map((row) =>
    slots === null || slots.includes(row.slot) ? row : { ...row, refused: true as const },
  )
  const keyText = key?.trim().toLowerCase() ?? ''
  const fits = (model: Model) =>
    [String(model.slot), model.name, model.provider, model.modelId].some((text) => text.toLowerCase() === keyText)
  return { models: keyText === '' ? modelList : modelList.filter(fits) }
}

export async function modelRows({ database }: Pick<Context, 'database'>): Promise<ModelRow[]> {
  return database.select().from(models).orderBy(asc(models.slot))
}
