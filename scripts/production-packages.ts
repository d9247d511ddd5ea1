import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Files of packages that no program reads at run time. `.wasm.js` is for browsers, beside a `.wasm` for Node. */
const unused =
  /(?:\.(?:map|wasm\.js|md|markdown|ts|mts|cts|flow)|[\\/](?:test|tests|__tests__|example|examples|docs|\.github))$/i

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/**
 * Copies packages with everything that they need at run time from one `node_modules` to another, at the same places.
 * Optional packages are copied if they are installed. Throws if a needed package is not installed.
 */
export async function copyPackages(from: string, to: string, names: Iterable<string>): Promise<void> {
  const done = new Set<string>()
  const copy = async (name: string, neededBy: string, isOptional: boolean): Promise<void> => {
    const folder = find(name, neededBy, from)
    if (folder === null) {
      if (isOptional) return
      throw new Error(`The package ${name} is not installed.`)
    }
    if (done.has(folder)) return
    done.add(folder)
    const nested = join(folder, 'node_modules')
    await cp(folder, join(to, folder.slice(from.length)), {
      recursive: true,
      dereference: true,
      filter: (path) => path !== nested && !unused.test(path.slice(folder.length)),
    })
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
    for (const needed of Object.keys(dependencies)) await copy(needed, folder, needed in optionalDependencies)
    for (const wanted of Object.keys(optionalDependencies)) await copy(wanted, folder, true)
    for (const peer of Object.keys(peerDependencies))
      if (peerDependenciesMeta[peer]?.optional !== true) await copy(peer, folder, true)
  }
  for (const name of names) await copy(name, from, false)
}

/** Finds a package as Node does: in the folder that needs it, or in one above. Null if it is not installed. */
function find(name: string, neededBy: string, top: string): string | null {
  for (let folder = neededBy; folder.length >= dirname(top).length; folder = dirname(folder)) {
    const candidate = join(folder.endsWith('node_modules') ? dirname(folder) : folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
  }
  return null
}
