import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { compressFiles } from './compress.ts'
import { buildForProduction } from './production-build.ts'
import { root } from './set-up.mjs'

export const portalDir = join(root, '.output/portal')

export async function buildPortal(): Promise<string> {
  await buildForProduction({
    root: join(root, 'portal'),
    base: '/portal/',
    plugins: [react()],
    // By default, Vite replaces a small file by a `data:` URL. The content security policy allows such URLs only for
    // some kinds of files, and not for scripts.
    build: { outDir: portalDir, emptyOutDir: true, assetsInlineLimit: 0 },
  })
  await compressFiles(portalDir)
  return portalDir
}
