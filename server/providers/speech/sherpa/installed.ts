import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SherpaSettings } from './index.ts'

const wordErrorRate = z.number().min(0).nullable()

/** The models that `npm run speech:model` has installed. Word error rates: percent, in the bundled clips. Null: not measured. */
export const installedModel = z.object({
  name: z.string(),
  language: z.string(),
  wordErrorRate,
  fileModel: z.object({ name: z.string(), wordErrorRate }).nullish(),
  punctuation: z.string().nullish(),
})
export type InstalledModel = z.infer<typeof installedModel>

const modelsFolder = (dataFolder: string) => join(dataFolder, 'speech-models')

/** The folder of a model, and the file that names the model in use. */
export const modelPlaces = (dataFolder: string, name: string) => ({
  folder: join(modelsFolder(dataFolder), name),
  inUse: join(modelsFolder(dataFolder), 'in-use.json'),
})

/** Returns the installed models that are in use, with their folders. Null: none is installed. */
export function findInstalledModel(dataFolder: string): SherpaSettings | null {
  const { inUse } = modelPlaces(dataFolder, '')
  if (!existsSync(inUse)) return null
  const { fileModel, punctuation, ...live } = installedModel.parse(JSON.parse(readFileSync(inUse, 'utf8')))
  const folderOf = (name: string) => modelPlaces(dataFolder, name).folder
  return {
    ...live,
    folder: folderOf(live.name),
    fileModel: fileModel ? { ...fileModel, folder: folderOf(fileModel.name) } : null,
    punctuation: punctuation ? folderOf(punctuation) : null,
  }
}
