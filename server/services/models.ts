import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import type { Model } from '../../lib/contracts/index.ts'
import type { Config } from '../config.ts'
import { models } from '../store/schema/index.ts'
import type { Context } from './index.ts'

type Row = Omit<typeof models.$inferInsert, 'edited' | 'updatedAt'>

const embedded = { provider: 'embedded', modelId: 'embedded', name: 'Built-in writer', contextSize: 0, price: null }

/** The slots a configuration fills: its model first, and always the built-in writer after it. */
export function configuredModels({ model }: Pick<Config, 'model'>): Row[] {
  if (model === null) return [{ slot: 0, ...embedded }]
  const { name, contextSize, price } = model
  return [
    { slot: 0, provider: 'openai-compatible', modelId: name, name, contextSize, price },
    { slot: 1, ...embedded },
  ]
}

/** Brings the table up to the configuration; rows an administrator wrote stay as they are. */
export async function seedModels(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  config: Pick<Config, 'model'>,
): Promise<void> {
  const rows = configuredModels(config).map((row) => ({ ...row, updatedAt: clock.now() }))
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
          updatedAt: excluded('updated_at'),
        },
        setWhere: eq(models.edited, false),
      })
  })
}

/** The models a field may choose, by slot; with a key those that have it as slot, name, model id or provider. */
export async function listModels({ database }: Context, key?: string): Promise<{ models: Model[] }> {
  const { slot, name, provider, modelId, contextSize } = models
  const rows = await database.select({ slot, name, provider, modelId, contextSize }).from(models).orderBy(asc(slot))
  const wanted = key?.trim().toLowerCase() ?? ''
  const fits = (model: Model) =>
    [String(model.slot), model.name, model.provider, model.modelId].some((text) => text.toLowerCase() === wanted)
  return { models: wanted === '' ? rows : rows.filter(fits) }
}
