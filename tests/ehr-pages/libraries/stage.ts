import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildForProduction } from '../../../scripts/production-build.ts'
import { ensureLibraryPackages, librariesFolder } from '../../../scripts/separate-packages.ts'
import { type Library, libraries } from './libraries.ts'

const pages = fileURLToPath(new URL('./pages/', import.meta.url))
const packages = join(librariesFolder, 'node_modules')

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** The page around the controls of a library: a form of a chart, with a button that must never be pressed. */
const shell = (
  inner: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Visit note</title>
<script src="/pages/start.js"></script></head><body><h1>Visit note</h1><form action="/notes/12">${inner}
<p><button type="button" id="sign">Sign and complete</button></p></form></body></html>`

interface Bundle {
  code: string
  css: string
}

/** Bundles the page of a library, with its packages in the wanted version. */
async function bundle({ page, packages: alias = {} }: Library): Promise<Bundle> {
  const result = await buildForProduction({
    root: librariesFolder,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    resolve: {
      alias: Object.entries(alias).map(([name, other]) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement: other,
      })),
      dedupe: ['react', 'react-dom'],
    },
    build: {
      write: false,
      minify: false,
      cssMinify: false,
      rolldownOptions: {
        input: join(pages, `${page}.jsx`),
        output: { format: 'iife', codeSplitting: false },
        // Some packages mark their files for servers of React.
        onwarn: () => {},
      },
    },
  })
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  const parts = (type: 'chunk' | 'asset', ext: string): string =>
    outputs
      .filter(({ type: its, fileName }) => its === type && extname(fileName) === ext)
      .map((each) => ('code' in each ? each.code : String(each.source)))
      .join('\n')
  return { code: parts('chunk', '.js'), css: parts('asset', '.css') }
}

/** Serves a page for each library and version on this machine. A page is bundled when it is opened. */
export async function serveLibraries(): Promise<{
  url: (name: string, start: 'empty' | 'full') => string
  close: () => void
}> {
  ensureLibraryPackages()
  const bundles = new Map<string, Promise<Bundle>>()
  const bundleOf = (name: string, library: Library): Promise<Bundle> => {
    const known = bundles.get(name) ?? bundle(library)
    bundles.set(name, known)
    return known
  }
  const pageOf = async (name: string): Promise<string> => {
    const library = libraries[name]
    if (!library) throw new Error(`There is no library ${name}.`)
    const { page, packages: alias = {} } = library
    if (existsSync(join(pages, `${page}.jsx`)))
      return shell(
        `<link rel="stylesheet" href="/bundled/${name}.css"><div id="app"></div><script src="/bundled/${name}.js"></script>`,
      )
    const html = await readFile(join(pages, `${page}.html`), 'utf8')
    return shell(
      Object.entries(alias).reduce(
        (text, [from, to]) =>
          text.replaceAll(new RegExp(`/packages/${RegExp.escape(from)}(?=[/.])`, 'g'), `/packages/${to}`),
        html,
      ),
    )
  }
  const answer = async (path: string): Promise<string | Buffer> => {
    const [, area = '', ...rest] = path.split('/')
    const inside = normalize(rest.join('/'))
    if (inside.startsWith('..')) throw new Error('Outside of the stage.')
    if (area === 'packages') return readFile(join(packages, inside))
    if (area === 'pages') return readFile(join(pages, inside))
    if (area !== 'bundled') return pageOf(area)
    const name = inside.slice(0, -extname(inside).length)
    const library = libraries[name]
    if (!library) throw new Error(`There is no library ${name}.`)
    return (await bundleOf(name, library))[extname(inside) === '.css' ? 'css' : 'code']
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/[?#].*$/, ''))
    answer(path).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': (path.lastIndexOf('.') > path.lastIndexOf(' ') && types[extname(path)]) || types['.html'],
          })
          .end(body),
      (error: Error) => response.writeHead(404).end(error.message),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: (name, start) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}?start=${start}`,
    close: () => server.close(),
  }
}
