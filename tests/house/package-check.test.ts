import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { packageProblems } from '../../scripts/package/check.ts'
import { demoUser } from '../../server/services/demo-user.ts'

const folders: string[] = []
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-check-'))
  folders.push(folder)
  await put('manifest.json', '{"manifest_version":3}')
  await put('page.html', '<script type="module" src="/chunks/page.js"></script>')
  await put('chunks/page.js', 'import "./other.js";new URL("http://www.w3.org/2000/svg")')
})
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))))

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

test('a build with its own files only passes', async () => {
  expect(await packageProblems(folder)).toEqual([])
})

test('a package of an organisation names its own server, and not the one of this computer', async () => {
  const server = 'https://chartside.hospital.example'
  await put('chunks/a.js', `x="${server}"`)
  expect(await packageProblems(folder, server)).toEqual([])
  await put('chunks/b.js', 'x="http://127.0.0.1:8787"')
  expect(await packageProblems(folder, server)).toEqual([
    'chunks/b.js names the host 127.0.0.1, although the package has a server of its own',
  ])
})

test.each([
  ['a private key', 'chunks/a.js', `x="-----BEGIN ${'PRIVATE'} KEY-----"`, 'holds a private key'],
  ['a key file', 'signing.pem', 'x', 'is not a file of an extension'],
  ['a source map', 'chunks/a.js.map', '{}', 'is not a file of an extension'],
  ['the name of a source map', 'chunks/a.js', '//# sourceMappingURL=a.js.map', 'names a source map'],
  ['the password of the demo', 'chunks/a.js', `x="${demoUser.password}"`, 'the password of the demo'],
  ['a script of another host', 'a.html', '<script src="https://www.w3.org/a.js"></script>', 'from another host'],
  ['a script without a scheme', 'a.html', '<script defer src=//www.w3.org/a.js></script>', 'from another host'],
  ['an import of another host', 'a.js', 'import x from "https://www.w3.org/a.js"', 'imports code'],
  ['a late import of another host', 'a.js', 'await import("https://www.w3.org/a.js")', 'loads code'],
  ['a style sheet of another host', 'a.css', '@import url("https://www.w3.org/a.css")', 'loads a style sheet'],
  ['a host that is not listed', 'a.js', 'fetch("https://tracker.example/a")', 'names the host tracker.example'],
  [
    'code from text',
    'manifest.json',
    '{"content_security_policy":{"extension_pages":"script-src \'unsafe-eval\'"}}',
    'foreign code',
  ],
  [
    'a door for web pages',
    'manifest.json',
    '{"externally_connectable":{"matches":["*://*.w3.org/*"]}}',
    'send messages',
  ],
])('a build with %s is refused', async (_what, path, text, problem) => {
  await put(path, text)
  expect((await packageProblems(folder)).join('\n')).toContain(problem)
})
