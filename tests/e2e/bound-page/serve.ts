import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Note</title></head><body>
<div id="patient_header"><h1>Rosa Lindqvist</h1><span>MR #: 2019-77</span></div><h2>Progress Note</h2>
<form class="edit_patient_evaluation" action="/patients/310/patient_evaluations/5" data-remote="true"></form>
<p id="aside">Nothing can be written here.</p><script type="module" src="/main.js"></script></body></html>`

/** Serves a Kipu evaluation whose fields are React's and an editor's own, on this machine. */
export async function serveBoundPage(): Promise<{ url: string; close: () => void }> {
  const entry = fileURLToPath(new URL('./main.tsx', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'main' } },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const script = outputs.flatMap((each) => (each.type === 'chunk' ? each.code : [])).join('\n')
  const server = createServer((request, response) => {
    const isScript = request.url === '/main.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? script : page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
