import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { editorsFolder, ensureEditorPackages } from '../../../scripts/separate-packages.ts'

const pages = fileURLToPath(new URL('./pages/', import.meta.url))
const packages = join(editorsFolder, 'node_modules')

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The page around each editor or widget: a form of a chart, with controls that must never be clicked. */
const shell = (
  inner: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Visit note</title>
<script src="/pages/start.js"></script></head><body><h1>Visit note</h1>
<form action="/notes/12" onsubmit="return false">${inner}
<p><button type="button" id="save">Save</button> <button type="button" id="sign">Sign and complete</button></p></form></body></html>`

async function bundle(names: string[], alias: Record<string, string>): Promise<Map<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: editorsFolder,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    resolve: { alias },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(pages, `${name}.js`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  return new Map(outputs.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each.code] as const] : [])))
}

/**
 * Serves a page for each editor, framework and widget on this machine. `url('quill2', 'full')` starts with old text in
 * the editor.
 */
export async function serveEditors(): Promise<{
  url: (name: string, start: 'empty' | 'full') => string
  close: () => void
}> {
  ensureEditorPackages()
  const bundles = new Map([
    ...(await bundle(
      ['prosemirror', 'tiptap', 'lexical', 'slate', 'react', 'react-select', 'react-choices', 'react-lists', 'mui'],
      {},
    )),
    ...(await bundle(['draft-js'], { react: join(packages, 'react17'), 'react-dom': join(packages, 'react-dom17') })),
  ])

  const answer = async (path: string): Promise<string | Buffer> => {
    const [, area = '', ...rest] = path.split('/')
    const inside = normalize(rest.join('/'))
    if (inside.startsWith('..')) throw new Error('Outside of the stage.')
    if (area === 'bundled') return bundles.get(inside) ?? ''
    if (area === 'packages') return readFile(join(packages, inside))
    if (area === 'pages') return readFile(join(pages, inside))
    return shell(await readFile(join(pages, `${area}.html`), 'utf8'))
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/[?#].*$/, ''))
    answer(path).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(path) || '.html'] ?? '' }).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: (name, start) => `http://127.0.0.1:${port}/${name}?start=${start}`,
    close: () => server.close(),
  }
}
