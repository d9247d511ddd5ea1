// `npm run build:sdk`: builds the client library for other developers, and prints its folder.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import manifest from '../package.json' with { type: 'json' }
import { root } from './set-up.mjs'

/** The packages that the library needs at run time. All other packages are built into the library. */
const dependencies = ['ky', 'zod'] as const
/** The package that the React components need. Every project that uses the components has it already. */
const peers = ['react'] as const

/**
 * Builds `lib/api`, the elements and React components of `embed`, and the contracts as a package: ESM files, types, a
 * licence and a README. Returns its folder.
 * Throws if the types cannot be written.
 */
export async function buildSdk(folder = join(root, '.output/sdk')): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'es2023',
      lib: {
        entry: {
          index: join(root, 'lib/api/package.ts'),
          elements: join(root, 'embed/elements/index.ts'),
          react: join(root, 'embed/react/index.ts'),
        },
        formats: ['es'],
      },
      rolldownOptions: {
        external: [...dependencies, ...peers],
        // Importing a module of the contracts has no side effects, so unused modules can be left out. Importing the
        // module of the elements has a side effect: it registers the custom elements.
        treeshake: { moduleSideEffects: (id) => id.endsWith('embed/elements/index.ts') },
      },
    },
  })
  const types = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      join(root, 'scripts/tsconfig.sdk.json'),
      '--outDir',
      join(folder, 'types'),
    ],
    { stdio: ['ignore', 2, 2] },
  )
  if (types.status !== 0) throw new Error('The types of the library could not be written.')
  const { version, license } = manifest
  const described = {
    name: 'chartside-api',
    version,
    license,
    description: 'Clients for the Chartside API: notes from transcripts, with the words that each value is based on.',
    type: 'module',
    sideEffects: ['./elements.js', './react.js'],
    engines: { node: '>=20' },
    exports: {
      '.': { types: './types/lib/api/package.d.ts', default: './index.js' },
      './elements': { types: './types/embed/elements/index.d.ts', default: './elements.js' },
      './react': { types: './types/embed/react/index.d.ts', default: './react.js' },
    },
    dependencies: Object.fromEntries(dependencies.map((name) => [name, manifest.dependencies[name]])),
    peerDependencies: Object.fromEntries(peers.map((name) => [name, '>=19'])),
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  for (const page of await readdir(join(root, 'docs/api'))) {
    const text = await readFile(join(root, 'docs/api', page), 'utf8')
    // Pages of the repository that are not part of the package become plain words.
    await writeFile(join(folder, page), text.replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1'))
  }
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`client library: ${await buildSdk()}`)
