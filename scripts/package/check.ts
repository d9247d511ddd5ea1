import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { demoUser } from '../../server/services/demo-user.ts'
import { knownHosts, ownServer } from './known-hosts.ts'
import { filesOf } from './sign.ts'

/** Kinds of files that an extension consists of. Anything else was packed by mistake. */
const expectedFiles = /\.(?:js|css|html|json|png)$/

const forbidden: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'holds a private key'],
  [/[#@] sourceMappingURL=/, 'names a source map'],
  [/\b(?:import|importScripts)\(\s*["'`](?:https?:)?\/\//, 'loads code from another host'],
  [/<(?:script|link|iframe)\b[^>]*\b(?:src|href)=["']?(?:https?:)?\/\//i, 'loads a file from another host'],
  [/\bfrom\s*["'](?:https?:)?\/\//, 'imports code from another host'],
  [/@import\s*(?:url\()?\s*["']?(?:https?:)?\/\//, 'loads a style sheet from another host'],
]

const manifestShape = z.looseObject({
  content_security_policy: z.looseObject({ extension_pages: z.string().optional() }).optional(),
  externally_connectable: z.unknown().optional(),
  web_accessible_resources: z.unknown().optional(),
})

const hostsIn = (text: string) =>
  [...text.matchAll(/https?:\/\/(\*(?:\.[a-z0-9.-]+)?|[a-z0-9][a-z0-9.-]*)/gi)].map(([, host = '']) =>
    host.toLowerCase().replace(/\.$/, ''),
  )

/** Returns the reason why a package must not contain this host. Null: the host is known. */
function hostProblem(host: string, server: string | null): string | null {
  if (server === null) return host in knownHosts ? null : 'which is not listed'
  if (host === new URL(server).hostname) return null
  if (host === ownServer) return 'although the package has a server of its own'
  return host in knownHosts ? null : 'which is not listed'
}

function problemsOf(file: string, text: string, server: string | null): string[] {
  return [
    ...forbidden.flatMap(([pattern, problem]) => (pattern.test(text) ? [`${file} ${problem}`] : [])),
    ...(text.includes(demoUser.password) ? [`${file} holds the password of the demo`] : []),
    ...[...new Set(hostsIn(text))].flatMap((host) => {
      const problem = hostProblem(host, server)
      return problem === null ? [] : [`${file} names the host ${host}, ${problem}`]
    }),
  ]
}

function manifestProblems(text: string): string[] {
  const manifest = manifestShape.parse(JSON.parse(text))
  const policy = manifest.content_security_policy?.extension_pages ?? ''
  return [
    ...(/https?:|unsafe-(?:eval|inline)/.test(policy) ? ['the content security policy allows foreign code'] : []),
    ...(manifest.externally_connectable === undefined ? [] : ['web pages may send messages to the extension']),
    ...(manifest.web_accessible_resources === undefined ? [] : ['web pages may load files of the extension']),
  ]
}

/**
 * Returns the problems that forbid publishing an unpacked build: private keys, the password of the demo, source maps,
 * code of other hosts, hosts that are not in `knownHosts`, files of an unexpected kind, and a manifest that lets in
 * foreign code or web pages. `server`: the only server that the package of an organisation knows. An empty list: the
 * build may be published (product 13.15).
 */
export async function packageProblems(build: string, server: string | null = null): Promise<string[]> {
  const problems: string[] = []
  for (const file of await filesOf(build)) {
    if (!expectedFiles.test(file)) problems.push(`${file} is not a file of an extension`)
    const text = await readFile(join(build, file), 'latin1')
    if (!file.endsWith('.png')) problems.push(...problemsOf(file, text, server))
    if (file === 'manifest.json') problems.push(...manifestProblems(text))
  }
  return problems
}
