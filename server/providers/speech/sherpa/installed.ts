import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The model that `npm run speech:model` has installed. */
export const installedModel = z.object({
  name: z.string(),
  language: z.string(),
  /** Percent of the words that were wrong in the bundled clips. Null: not measured. */
  wordErrorRate: z.number().min(0).nullable(),
})
export type InstalledModel = z.infer<typeof installedModel>

const modelsFolder = (dataFolder: string) => join(dataFolder, 'speech-models')

/** The folder of a model, and the file that names the model in use. */
export const modelPlaces = (dataFolder: string, name: string) => ({
  folder: join(modelsFolder(dataFolder), name),
  inUse: join(modelsFolder(dataFolder), 'in-use.json'),
})

/** Returns the installed model that is in use, with its folder. Null: none is installed. */
export function findInstalledModel(dataFolder: string): (InstalledModel & { folder: string }) | null {
  const { inUse } = modelPlaces(dataFolder, '')
  if (!existsSync(inUse)) return null
  const model = installedModel.parse(JSON.parse(readFileSync(inUse, 'utf8')))
  return { ...model, folder: modelPlaces(dataFolder, model.name).folder }
}
