import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/**
 * A Kipu evaluation whose fields belong to React and to an editor with its own model, and a note of AdvancedMD with
 * custom lists.
 */
const bodies = {
  main: `<div id="patient_header"><h1>Rosa Lindqvist</h1><span>MR #: 2019-77</span></div><h2>Progress Note</h2>
<form class="edit_patient_evaluation" action="/patients/310/patient_evaluations/5" data-remote="true"></form>
<p id="aside">Nothing can be written here.</p>`,
  lists: `<div class="amds-patient-name">LINDQVIST,ROSA</div><input type="hidden" name="hidTemplateName" value="Medication visit"><div name="Note"></div>`,
}
type Name = keyof typeof bodies

const page = (
  name: Name,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Note</title></head><body>
${bodies[name]}<script type="module" src="/${name}.js"></script></body></html>`

async function bundle(entry: URL): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      lib: { entry: fileURLToPath(entry), formats: ['es'], fileName: 'page' },
    },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  return outputs.flatMap((each) => (each.type === 'chunk' ? each.code : [])).join('\n')
}

/** Serves both pages on this machine: the lists at `/lists`, the evaluation at every other path. */
export async function serveBoundPage(): Promise<{ url: string; close: () => void }> {
  const scripts: Record<Name, string> = {
    main: await bundle(new URL('./main.tsx', import.meta.url)),
    lists: await bundle(new URL('./lists.tsx', import.meta.url)),
  }
  const server = createServer((request, response) => {
    const name: Name = request.url?.startsWith('/lists') ? 'lists' : 'main'
    const isScript = request.url?.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? scripts[name] : page(name))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
