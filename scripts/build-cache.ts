import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { root } from './set-up.mjs'

export interface CachedBuild {
  name: string
  sources: readonly string[]
  folder: string
  build(): Promise<unknown>
}

const builtInto = /^(WXT|VITE)_/

/**
 * Builds, unless the folder contains the result of the present sources. Returns true if it was built. The hash of the
 * result is compared, too, because other commands build into the same folder.
 */
export async function buildIfChanged({ name, sources, folder, build }: CachedBuild, project = root): Promise<boolean> {
  const stamp = join(project, '.output/built', name)
  const sourceHash = await hashOfSources(project, sources)
  const storedStamp = await readFile(stamp, 'utf8').catch(() => null)
  if (storedStamp === stampOf(sourceHash, await hashOf(project, [folder]))) return false
  await build()
  // If somebody has changed a source meanwhile, the result can be of either state.
  if ((await hashOfSources(project, sources)) !== sourceHash) return true
  await mkdir(dirname(stamp), { recursive: true })
  await writeFile(stamp, stampOf(sourceHash, await hashOf(project, [folder])))
  return true
}

const stampOf = (sources: string, result: string) => `${sources} ${result}\n`

async function hashOfSources(project: string, sources: readonly string[]): Promise<string> {
  const variables = Object.entries(process.env).filter(([name]) => builtInto.test(name))
  const settings = JSON.stringify([process.version, variables.sort()])
  return createHash('sha256')
    .update(settings + (await hashOf(project, sources)))
    .digest('hex')
}

/** Hashes the names and contents of the files. A path that does not exist has no files. Tests are left out. */
async function hashOf(project: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  const files = (await Promise.all(paths.map((path) => filesOf(join(project, path))))).flat()
  for (const file of files.filter((each) => !/\.test\.tsx?$/.test(each)).sort()) {
    const content = await readFile(file)
    hash.update(`${relative(project, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  const entry = await stat(path).catch(() => null)
  if (entry === null) return []
  if (entry.isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
}
