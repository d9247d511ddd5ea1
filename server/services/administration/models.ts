import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { AdministeredModels, ModelChange } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { missingProvider } from '../../config/language.ts'
import { Problem } from '../../problem.ts'
import { type LanguageProviderName, languageProviderNames } from '../../providers/language/provider-names.ts'
import { notify } from '../../store/index.ts'
import { models } from '../../store/schema/index.ts'
import { presentModels } from '../../writers.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { configuredModels, embeddedProvider, modelsTopic } from '../models.ts'

export async function listAllModels({ database, config, speech: { engine } }: Context): Promise<AdministeredModels> {
  const { updatedAt: _, ...shownColumns } = getTableColumns(models)
  const rows = await database.select(shownColumns).from(models).orderBy(asc(models.slot))
  return {
    models: rows,
    providers: [
      { provider: embeddedProvider, configured: true },
      ...languageProviderNames.map((one) => ({ provider: one, configured: config.languageProviders[one] !== null })),
    ],
    speech:
      engine === null
        ? null
        : {
            engine: engine.name,
            label: engine.label,
            model: engine.model ?? null,
            fileModel: engine.fileModel,
          },
  }
}

const isKnown = (provider: string): provider is LanguageProviderName =>
  languageProviderNames.some((name) => name === provider)

function refuseUnconfigured({ config }: Context, provider: string): void {
  if (provider === embeddedProvider) return
  const message = !isKnown(provider)
    ? `There is no model provider with this name. Choose one of ${[embeddedProvider, ...languageProviderNames].join(', ')}.`
    : config.languageProviders[provider] === null
      ? `The model provider ${provider} is not set up on this server. ${missingProvider[provider]}`
      : null
  if (message !== null) throw new Problem('invalid_request', message, [{ path: 'model.provider', message }])
}

/**
 * Sets the model of a slot, or lets the slot follow the configuration again if `model` is null. Every server of this
 * database uses the change at once, because each server listens to `modelsTopic`. Throws `invalid_request` for a
 * provider that is not configured.
 */
export async function changeModel(
  context: Context,
  principal: Person,
  { slot, model }: ModelChange,
): Promise<AdministeredModels> {
  if (model !== null) refuseUnconfigured(context, model.provider)
  const updatedAt = context.clock.now()
  // `presentModels` may send a request to a local Ollama. Inside the transaction, a slow request would hold a database
  // connection.
  const configured = model === null ? configuredModels(await presentModels(context.config)) : []
  const configuredRow = configured.find((row) => row.slot === slot)
  // A stored failure belongs to the earlier model of the slot, so it is removed.
  const fresh = { lastFailure: null }
  const row =
    model === null
      ? configuredRow && { ...configuredRow, ...fresh, edited: false }
      : { slot, ...model, ...fresh, edited: true }
  await context.database.transaction(async (tx) => {
    if (row === undefined) await tx.delete(models).where(eq(models.slot, slot))
    else
      await tx
        .insert(models)
        .values({ ...row, updatedAt })
        .onConflictDoUpdate({ target: models.slot, set: { ...row, updatedAt } })
    await notify(tx, modelsTopic)
    await audit({ ...context, database: tx }, principal, 'model.update', String(slot))
  })
  return listAllModels(context)
}
