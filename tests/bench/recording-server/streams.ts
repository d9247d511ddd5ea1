import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import WebSocket from 'ws'
import { socketPath } from '../../../lib/contracts/index.ts'
import type { Figure } from '../../../scripts/bench.ts'
import { spawnRecordingServer } from '../../fakes/killed-servers.ts'
import { startMessage } from '../../fakes/transcription-client.ts'
import type { BenchDatabase } from './database.ts'
import { percentile } from './latency.ts'

const steps = [100, 200, 400, 800, 1200, 1600, 2000]
const settleMs = 3000
const measureMs = 5000
const batchMs = 128
const replyMaxMs = 50

interface Target {
  port: number
  pid: number
  kill(): void
}

/** Seconds of processor this process has had; 10 ms is the kernel's tick. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Holds so many streams and answers the p99 of their replies and the processor each cost, in ms a second. */
async function hold(target: Target, count: number, userId: string): Promise<{ p99Ms: number; cpuMs: number }> {
  const pcm = Buffer.alloc(4096, 7)
  const replies: number[] = []
  let measuring = false
  const sockets: WebSocket[] = []
  const timers: NodeJS.Timeout[] = []
  const begin = async (index: number) => {
    const socket = new WebSocket(`ws://127.0.0.1:${target.port}${socketPath}`, { perMessageDeflate: false })
    sockets.push(socket)
    let askedAt: number | null = null
    socket.on('message', (data: Buffer) => {
      if (askedAt === null || !data.includes('"pong"')) return
      if (measuring) replies.push(performance.now() - askedAt)
      askedAt = null
    })
    socket.on('error', () => {})
    await once(socket, 'open')
    socket.send(JSON.stringify(startMessage({ authorization: userId, channels: 1, transactionId: randomUUID() })))
    let batch = index
    timers.push(
      setInterval(() => {
        if (socket.readyState !== WebSocket.OPEN) return
        batch++
        socket.send(pcm)
        if (batch % 8 !== 0 || askedAt !== null) return
        askedAt = performance.now()
        socket.send('{"type":"ping"}')
      }, batchMs),
    )
  }
  try {
    for (let index = 0; index < count; index += 50) {
      await Promise.all(Array.from({ length: Math.min(50, count - index) }, (_, one) => begin(index + one)))
    }
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    const before = cpuSeconds(target.pid)
    measuring = true
    await new Promise((resolve) => setTimeout(resolve, measureMs))
    measuring = false
    const cpuMs = ((cpuSeconds(target.pid) - before) * 1000) / (measureMs / 1000) / count
    const isWhole = replies.length >= (count * measureMs) / 1024 / 2
    return { p99Ms: isWhole ? percentile(replies, 0.99) : Number.POSITIVE_INFINITY, cpuMs }
  } finally {
    for (const timer of timers) clearInterval(timer)
    for (const socket of sockets) socket.terminate()
  }
}

async function climb(start: () => Promise<Target>, userId: string) {
  let held = { streams: 0, cpuMs: Number.NaN, p99Ms: Number.NaN }
  for (const streams of steps) {
    const target = await start()
    try {
      const { p99Ms, cpuMs } = await hold(target, streams, userId)
      if (p99Ms >= replyMaxMs) break
      held = { streams, cpuMs, p99Ms }
    } finally {
      target.kill()
    }
  }
  return held
}

async function startBare(): Promise<Target> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { port: Number(String(line).trim()), pid: child.pid ?? 0, kill: () => child.kill('SIGKILL') }
}

/** Streams that the server holds, and what each costs it, beside the barest server there is, in the same run. */
export async function streamFigures(database: BenchDatabase): Promise<Figure[]> {
  const startOurs = async (): Promise<Target> => {
    const { port, child, kill } = await spawnRecordingServer(database, 1, 'scripted')
    return { port, pid: child.pid ?? 0, kill }
  }
  const bare = await climb(startBare, database.userId)
  const ours = await climb(startOurs, database.userId)
  const share = ours.streams / bare.streams
  const cost = ours.cpuMs / bare.cpuMs
  return [
    {
      measure: `streams held with p99 reply < ${replyMaxMs} ms`,
      figure: `${ours.streams} (p99 ${ours.p99Ms.toFixed(1)} ms) beside ${bare.streams} (p99 ${bare.p99Ms.toFixed(1)} ms): ${share.toFixed(2)} ×`,
      limit: 'at least 0.5 ×',
      holds: share >= 0.5,
    },
    {
      measure: 'processor a stream',
      figure: `${ours.cpuMs.toFixed(2)} ms/s beside ${bare.cpuMs.toFixed(2)} ms/s: ${cost.toFixed(2)} ×`,
      limit: 'at most 3 ×',
      holds: cost <= 3,
    },
  ]
}
