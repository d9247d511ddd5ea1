import { copyFile, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { TestProject } from 'vitest/node'
import { buildForProduction } from '../../scripts/production-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the panel with in-memory ports, without a slash at the end. */
    screensUrl: string
  }
}

// One folder for each run, because a second run must not replace the files of the first.
const outDir = fileURLToPath(new URL(`../../.output/screens-harness/${process.pid}`, import.meta.url))
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/**
 * How long the browser may keep a file. Each run has its own port, so the browser never reuses files of another run.
 */
const kept = 'max-age=3600'

/** Bundles the panel once and serves it for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildForProduction({
    root: fileURLToPath(new URL('./harness', import.meta.url)),
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
  })
  await copyFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), join(outDir, 'axe.js'))
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://stage').pathname
    const file = join(outDir, path === '/' ? 'index.html' : path)
    try {
      const body = await readFile(file)
      const headers = { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': kept }
      response.writeHead(200, headers).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('screensUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  return async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(outDir, { recursive: true, force: true })
  }
}
