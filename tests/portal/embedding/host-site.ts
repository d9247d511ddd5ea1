import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { good, keying, type Partner } from '../../server/partner.ts'
import type { TestServer } from '../../server/start-server.ts'

/** The web site of a customer: an example page, and a small server that gets the tokens. */
export interface HostSite {
  /** Returns the address of this site with a host name, such as `localhost`. */
  origin(name: string): string
  /** Serves another page. */
  serve(path: string, html: string): void
  close(): Promise<void>
}

/**
 * Records every event of the elements, every call of the functions that the page provides, and every message that
 * reaches the page in any way. A script of the customer's page could read the same data.
 */
const noting = `
  window.noted = { events: [], calls: [], messages: [] }
  window.addEventListener('message', ({ data }) => noted.messages.push(JSON.stringify(data)), true)
  const Channel = MessageChannel
  window.MessageChannel = class extends Channel {
    constructor() {
      super()
      this.port1.addEventListener('message', ({ data }) => noted.messages.push(JSON.stringify(data)))
    }
  }
  for (const name of ['ready', 'state', 'change', 'words', 'kept', 'error', 'log'])
    document.addEventListener('chartside-' + name, ({ detail }) => noted.events.push([name, detail]), true)
  window.tokens = { query: location.search }
  window.getToken = async () => {
    noted.calls.push(['token'])
    if (tokens.refused) throw new Error(tokens.refused)
    return (await fetch('/token' + tokens.query)).text()
  }
`

const page = (server: string, body: string, scripts: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>A clinic's own page</title>
    <script>${noting}</script>
  </head>
  <body style="margin: 0; font-family: serif"><main><h1>Our own record</h1>${body}</main>${scripts.replaceAll('SERVER', server)}</body>
</html>`

/**
 * The strictest content security policy that the guide describes. `'unsafe-inline'` is for the inline scripts and style
 * attributes of the example pages.
 */
const policy = (server: string) =>
  `default-src 'none'; script-src 'self' 'unsafe-inline' ${server}; style-src-attr 'unsafe-inline'; img-src data:; connect-src 'self' ${server}; frame-src ${server}`

/**
 * Serves the example pages `/dictation`, `/editor` and `/react` of a customer. A page gets its token from `/token` of
 * this site. As the server of a customer does, `/token` uses the key to get the token from Chartside. A page passes its
 * own query on to `/token`. So `/dictation?scope=embed-text` gets a token with the scope `embed-text`.
 */
export async function startHostSite(server: TestServer, partner: Partner, bundles: string): Promise<HostSite> {
  const elements = '<script type="module" src="SERVER/embed/elements.js"></script>'
  const placed = `server="${server.url}" access="${partner.accessId}"`
  const pages: Record<string, string> = {
    '/dictation': page(
      server.url,
      `<chartside-dictation ${placed} label="Our note"></chartside-dictation>`,
      `<script>document.querySelector('chartside-dictation').host = { token: getToken }</script>${elements}`,
    ),
    '/editor': page(
      server.url,
      `<chartside-template-editor ${placed} style="height: 720px"></chartside-template-editor>`,
      elements,
    ),
    '/react': page(server.url, '<div id="root"></div>', '<script type="module" src="/react-page.js"></script>'),
  }
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const answer = async () => {
      if (url.pathname === '/token' || url.pathname === '/chartside-token') {
        const key = url.searchParams.get('key') === 'test' ? partner.test : partner.live
        const body = {
          customerIdentifier: url.searchParams.get('customer') ?? 'clinic',
          ...(url.searchParams.has('user') ? { userIdentifier: url.searchParams.get('user') } : {}),
          scope: url.searchParams.get('scope') ?? (url.pathname === '/token' ? 'embed' : 'embed-text'),
        }
        return good(await keying(server, key)('POST /api/key/token/authenticate', body)).token as string
      }
      if (url.pathname.endsWith('.js')) {
        response.setHeader('content-type', 'text/javascript')
        return readFile(join(bundles, url.pathname), 'utf8')
      }
      if (request.method === 'PUT') throw new Error('This site saves nothing.')
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', policy(server.url))
      return pages[url.pathname] ?? ''
    }
    answer().then(
      (text) => response.end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve) => http.listen(0, resolve))
  const { port } = http.address() as AddressInfo
  return {
    serve(path, html) {
      pages[path] = html
    },
    origin: (name) => `http://${name}:${port}`,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
