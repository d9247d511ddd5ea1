import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { compressFiles } from './compress.ts'
import { buildForProduction } from './production-build.ts'
import { root } from './set-up.mjs'

export const embedDir = join(root, '.output/embed')

/**
 * Builds what the server serves at `/embed/`: the frame, and `elements.js`, which defines the custom elements in the
 * page of a customer. Returns the folder.
 */
export async function buildEmbed(): Promise<string> {
  await buildForProduction({
    root: join(root, 'embed'),
    base: '/embed/',
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: embedDir,
      emptyOutDir: true,
      // By default, Vite replaces a small file by a `data:` URL. The content security policy allows such URLs only for
      // some kinds of files, and not for scripts.
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(root, 'embed/frame.html') },
    },
  })
  await buildForProduction({
    root: join(root, 'embed'),
    build: {
      outDir: embedDir,
      emptyOutDir: false,
      minify: true,
      // Importing a module of the contracts has no side effects, so unused modules can be left out.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
      lib: { entry: join(root, 'embed/elements/index.ts'), formats: ['es'], fileName: 'elements' },
    },
  })
  await compressFiles(embedDir)
  return embedDir
}
