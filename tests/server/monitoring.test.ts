import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePrometheus } from '../../scripts/prometheus.ts'
import { NoAnswerError } from '../../server/generation/failures.ts'
import { createMetrics, serveMetrics } from '../../server/metrics/index.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { freePort } from '../fakes/free-port.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { ask, newPerson, password, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { scratch } from './scratch.ts'
import { stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const deployed = (name: string) => new URL(`../../deploy/monitoring/${name}`, import.meta.url)
const read = (name: string) => readFileSync(deployed(name), 'utf8')

/** Unusual words in everything that a person enters. None of them may be in a metric. */
const words = ['velutinous', 'quillfeather', 'canarybird']
let server: TestServer
let database: Awaited<ReturnType<typeof freshDatabase>>
let metricsServer: Server
let url: string
const ids: string[] = []
let fails = false

beforeAll(async () => {
  const metrics = createMetrics()
  database = await freshDatabase()
  server = await startTestServer({
    // One server, also with `BALANCED=1`: each server has metrics of its own.
    shared: { url: database.url, key: randomBytes(32) },
    env: { FAILED_SIGN_INS_PER_PERSON: '3' },
    deps: {
      metrics,
      speech: {
        engine: createScriptedEngine([{ speaker: 0, text: 'velutinous', fromMs: 0, toMs: 200 }]),
        message: null,
      },
      generate: async (request) => {
        if (!fails) return stating(request)
        const failure = {
          slot: 0,
          provider: 'anthropic',
          kind: 'refused',
          status: 401,
          requestId: 'canarybird',
        } as const
        request.onFailure?.({ ...failure, retryAfterMs: null, error: new Error('quillfeather') })
        throw new NoAnswerError([{ ...failure, retryAfterMs: null, error: new Error('quillfeather') }])
      },
    },
  })
  metricsServer = await serveMetrics(metrics.registry, { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(metricsServer.address() as AddressInfo).port}/metrics`
})
afterAll(async () => {
  metricsServer?.closeAllConnections()
  metricsServer?.close()
  await server?.close()
  await database?.drop()
})

const scrape = async () => (await fetch(url)).text()
/** The value of the line that begins so. */
const numberAt = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1),
  )

test('metrics tell of calls, notes, models, recordings, limits, jobs and pools, and never of a person or a patient', async () => {
  const { accessToken: token, email, userId } = await newPerson(server.url)
  ids.push(email, String(userId))
  const layout = await ask(server.url, 'POST /api/user/layouts', {
    token,
    body: { ...smallLayout, name: 'Quillfeather' },
  })
  const said = { text: 'Speaker 1: I feel velutinous.' }
  const transcript = await ask(server.url, 'POST /api/user/transcripts/submit/text', { token, body: said })
  const body = { layoutId: layout.body._id, transcriptId: transcript.body.id, patientId: 'canarybird' }
  const written = await ask(server.url, 'POST /api/user/reports?wait=30', { token, body })
  expect(written.body.status).toBe('ready')
  fails = true
  const failed = await ask(server.url, 'POST /api/user/reports?wait=30', { token, body })
  expect(failed.body.status).toBe('failed')
  ids.push(layout.body._id, transcript.body.id, written.body._id, failed.body._id)
  for (let at = 0; at < 12; at++)
    await ask(server.url, 'POST /api/user/login/email', { body: { email: 'quillfeather@clinic.example', password } })
  await ask(server.url, `GET /api/user/reports/${randomUUID()}`, { token })
  await ask(server.url, 'GET /velutinous/canarybird')

  const ticket = await ask(server.url, 'POST /api/user/transcription/ticket', { token, body: {} })
  const client = connectRaw(`${server.url.replace('http', 'ws')}/api/transcription`, { ticket: ticket.body.ticket })
  await client.send(startMessage({ channels: 1 }))
  await client.until(() => client.types.includes('ready'))
  expect(numberAt(await scrape(), 'chartside_recordings_live')).toBe(1)
  await client.sound(1000, 1)
  await expect
    .poll(async () => numberAt(await scrape(), 'chartside_recording_commits_total{result="done"}'))
    .toBeGreaterThan(0)
  client.socket.close()
  await expect.poll(async () => numberAt(await scrape(), 'chartside_recordings_live')).toBe(0)

  const text = await scrape()
  const count = (line: string) => numberAt(text, line)
  expect(count('chartside_note_seconds_count{outcome="ready"}')).toBe(1)
  expect(count('chartside_note_seconds_count{outcome="failed"}')).toBe(1)
  expect(count('chartside_model_failures_total{slot="0",provider="anthropic",kind="refused"}')).toBe(1)
  expect(
    count('chartside_limits_hit_total{limit="email"}') + count('chartside_limits_hit_total{limit="wait"}'),
  ).not.toBe(0)
  expect(count('chartside_call_seconds_count{call="/api/user/reports/:id",method="GET",status="404"}')).toBe(1)
  expect(count('chartside_call_seconds_count{call="no such call",method="GET",status="404"}')).toBe(1)
  expect(count('chartside_jobs_waiting{queue="generation"}') >= 0 || !text.includes('chartside_jobs_waiting{')).toBe(
    true,
  )
  expect(text).toContain('chartside_jobs_running{queue="generation"} 0')
  expect(text).toContain('chartside_database_connections{pool="ordinary",state="idle"}')
  expect(text).toContain('chartside_nodejs_eventloop_lag_p99_seconds')
  expect(count('chartside_process_resident_memory_bytes')).toBeGreaterThan(10_000_000)

  const secrets = [...words, ...ids, token, ticket.body.ticket]
  for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}|@|\d+\.\d+\.\d+\.\d+/i)
  expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404)
})

/** Every expression of the dashboard and of the alerts. */
const expressions = (): string[] => [
  ...JSON.parse(read('dashboard.json')).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  ),
  ...[...read('alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
]

test('dashboard and alerts use only metrics that exist', async () => {
  const names = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  const used = expressions().flatMap((expression) => expression.match(/chartside_\w+/g) ?? [])
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !names.has(name.replace(/_(?:bucket|count|sum)$/, '')) && !names.has(name))).toEqual([])
})

test.runIf(ensurePrometheus())(
  'Prometheus reads the server, accepts the alert rules and answers the dashboard',
  async () => {
    const folder = mkdtempSync(join(scratch, 'chartside-prometheus-'))
    let prometheus: ChildProcess | undefined
    try {
      execFileSync('promtool', ['check', 'rules', deployed('alerts.yml').pathname], { stdio: 'pipe' })
      writeFileSync(join(folder, 'alerts.yml'), read('alerts.yml'))
      const config = read('prometheus.yml').replace('127.0.0.1:9464', new URL(url).host).replace('15s', '1s')
      writeFileSync(join(folder, 'prometheus.yml'), config)
      execFileSync('promtool', ['check', 'config', join(folder, 'prometheus.yml')], { stdio: 'pipe' })
      const address = `127.0.0.1:${await freePort()}`
      prometheus = spawn(
        'prometheus',
        [
          `--config.file=${folder}/prometheus.yml`,
          `--storage.tsdb.path=${folder}/data`,
          `--web.listen-address=${address}`,
        ],
        { stdio: 'ignore' },
      )
      const query = async (expr: string) => {
        const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expr)}`)
        return (await answer.json()) as { status: string; data: { result: { value: [number, string] }[] } }
      }
      const up = () =>
        query('up{job="chartside"}').then(
          ({ data }) => data.result[0]?.value[1],
          () => undefined,
        )
      await expect.poll(up, { timeout: 30_000 }).toBe('1')
      for (const expr of expressions()) expect([expr, (await query(expr)).status]).toEqual([expr, 'success'])
      const { data } = await query('sum(chartside_call_seconds_count{status="404"})')
      expect(Number(data.result[0]?.value[1])).toBeGreaterThan(0)
      const rules = await fetch(`http://${address}/api/v1/rules`).then((answer) => answer.json())
      const states = rules.data.groups.flatMap((group: { rules: { health: string }[] }) => group.rules)
      expect(states.length).toBe([...read('alerts.yml').matchAll(/- alert:/g)].length)
      expect(states.filter(({ health }: { health: string }) => health === 'err')).toEqual([])
    } finally {
      prometheus?.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
