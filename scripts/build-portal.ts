import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { root } from './set-up.mjs'

/** Where the server looks for the portal. */
export const portalDir = join(root, '.output/portal')

/** Builds the web application that the server serves at `/portal/`, and returns its folder. */
export async function buildPortal(): Promise<string> {
  await build({
    root: join(root, 'portal'),
    base: '/portal/',
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [react()],
    // A small file inlined as a data address would break the content security policy.
    build: { outDir: portalDir, emptyOutDir: true, assetsInlineLimit: 0 },
  })
  return portalDir
}
