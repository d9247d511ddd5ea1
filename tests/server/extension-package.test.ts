import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create } from 'xmlbuilder2'
import { startTestServer, type TestServer } from './start-server.ts'

const id = 'abcdefghijklmnopabcdefghijklmnop'
const bytes = Buffer.from('Cr24 the package')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const described = {
  id,
  version: '1.2.0',
  file: 'chartside-1.2.0.crx',
  sha256,
  bytes: bytes.length,
  minimumBrowserVersion: '120',
}

let folder: string
let server: TestServer
let plain: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-packages-'))
  await describePackage(described)
  await writeFile(join(folder, described.file), bytes)
  await writeFile(join(folder, 'notes.txt'), 'of the administrator')
  server = await startTestServer({ env: { EXTENSION_PACKAGES: folder } })
  plain = await startTestServer()
})
afterAll(async () => {
  await server?.close()
  await plain?.close()
  await rm(folder, { recursive: true })
})

const describePackage = (value: unknown) => writeFile(join(folder, 'chartside.json'), JSON.stringify(value))
const get = (path: string, from = server) => fetch(`${from.url}${path}`)

test('a browser that asks for updates learns the version, where it is and what its bytes must be', async () => {
  const answer = await get(`/extension/update.xml?x=id%3D${id}%26v%3D1.1.0`)
  expect(answer.headers.get('content-type')).toContain('text/xml')
  expect(create(await answer.text()).toObject()).toMatchObject({
    gupdate: {
      '@protocol': '2.0',
      app: {
        '@appid': id,
        updatecheck: {
          '@codebase': `${server.url}/extension/chartside-1.2.0.crx`,
          '@version': '1.2.0',
          '@hash_sha256': sha256,
        },
      },
    },
  })
})

test('the package is served as it is, and a new version without a restart', async () => {
  const answer = await get('/extension/chartside-1.2.0.crx')
  expect(answer.headers.get('content-type')).toBe('application/x-chrome-extension')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  await describePackage({ ...described, version: '1.3.0' })
  expect(await (await get('/extension/update.xml')).text()).toContain('version="1.3.0"')
  await describePackage(described)
})

test('a newer package reaches the groups of its share first, and all others once it takes the place of the old one', async () => {
  const next = { ...described, version: '1.3.0' }
  const describeNext = (percent: number) =>
    writeFile(join(folder, 'chartside-next.json'), JSON.stringify({ ...next, percent }))
  const versionAt = async (query: string) =>
    /updatecheck[^>]* version="([\d.]+)"/.exec(await (await get(`/extension/update.xml${query}`)).text())?.[1]
  // The browser adds its own parameters to the address of the policy.
  const browsers = ['?group=1&x=id', '?group=10', '?group=11', '?group=100', '', '?group=none']
  const versions = () => Promise.all(browsers.map(versionAt))
  const [older, newer] = ['1.2.0', '1.3.0']
  await describeNext(10)
  expect(await versions()).toEqual([newer, newer, older, older, older, older])
  await describeNext(0)
  expect(await versions()).toEqual(Array(6).fill(older))
  await describeNext(100)
  expect(await versions()).toEqual(Array(6).fill(newer))
  await describePackage({ ...described, version: '1.10.0' })
  expect(await versions()).toEqual(Array(6).fill('1.10.0'))
  await describePackage(described)
  // Its package is copied last, by mistake: only the groups that would get it have to wait.
  await writeFile(join(folder, 'chartside-next.json'), JSON.stringify({ ...next, percent: 10, file: 'late.crx' }))
  expect(await versions()).toEqual([undefined, undefined, older, older, older, older])
  await rm(join(folder, 'chartside-next.json'))
  expect(await versions()).toEqual(Array(6).fill(older))
})

test('nothing else of the folder, and nothing outside of it, is served', async () => {
  for (const path of [
    'notes.txt',
    'chartside.json',
    'chartside-next.json',
    '',
    '..%2fpackage.json',
    '%2e%2e/%2e%2e/etc/passwd',
  ])
    expect([path, (await get(`/extension/${path}`)).status]).toEqual([path, 404])
})

test.each([
  ['a file name with a path', { ...described, file: '../a.crx' }],
  ['a name that would break the answer', { ...described, version: '1"><x' }],
  ['no hash', { ...described, sha256: '' }],
])('a description with %s is refused, and the answer does not quote it', async (_what, broken) => {
  await describePackage(broken)
  const answer = await get('/extension/update.xml')
  expect(answer.status).toBe(503)
  const text = await answer.text()
  expect(text).toContain('has not written the file chartside.json')
  expect(text).not.toMatch(/a\.crx|<x/)
  await describePackage(described)
})

test('a folder without a complete package says what is missing, until it is there', async () => {
  const says = async (words: string) => {
    const answer = await get('/extension/update.xml')
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(words)])
  }
  const file = join(folder, described.file)
  await rm(join(folder, 'chartside.json'))
  await says('has no file chartside.json')
  await describePackage(described)
  await rm(file)
  await says('has no file chartside-1.2.0.crx')
  await writeFile(file, bytes.subarray(1))
  await says('is not the one that chartside.json describes')
  await writeFile(file, bytes)
  expect((await get('/extension/update.xml')).status).toBe(200)
})

test('a server without a folder serves neither', async () => {
  expect((await get('/extension/update.xml', plain)).status).toBe(404)
  expect((await get('/extension/chartside-1.2.0.crx', plain)).status).toBe(404)
})
