import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const folder = new URL('./kipu/', import.meta.url)

/** Evaluations by the number in their address, as an EHR serves them. */
const evaluations: Record<string, string> = {
  '501': 'progress-note.html',
  '502': 'intake-assessment.html',
  '503': 'signed-view.html',
  '505': 'discharge-plan.html',
}

/** Serves the Kipu pages at Kipu's own paths, on this machine. */
export async function serveKipu(): Promise<{ url: (path: string) => string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/[?#].*$/, '')
    const evaluation = /^\/patients\/\d+\/patient_evaluations\/(\d+)(?:\/edit)?$/.exec(path)?.[1]
    const file = path.endsWith('/kipu.js') ? 'kipu.js' : evaluations[evaluation ?? '']
    if (!file) return response.writeHead(404).end()
    response.setHeader('content-type', file.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(await readFile(new URL(file, folder)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: (path) => `http://127.0.0.1:${port}${path}`, close: () => server.close() }
}
