import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ensureS3Packages, s3Folder } from '../../scripts/separate-packages.ts'
import { freePort } from './free-port.ts'

/** `full`: it takes no file. `refusing`: it accepts no credential. `away`: it resets every connection. */
type Trouble = 'none' | 'slow' | 'full' | 'refusing' | 'away'

const bucket = 'chartside'
const slowMs = 150
const errors = {
  full: { status: 507, code: 'XMinioStorageFull' },
  refusing: { status: 403, code: 'AccessDenied' },
} as const

/** Starts a real server with the protocol of S3, behind a proxy that can fail as such services fail. */
export async function startS3() {
  ensureS3Packages()
  const folder = await mkdtemp(join(tmpdir(), 'chartside-s3-'))
  const port = await freePort()
  const program = join(s3Folder, 'node_modules/s3rver/bin/s3rver.js')
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--configure-bucket', bucket]
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'ignore'] })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('The S3 server does not start.')
    }),
  ])
  let trouble: Trouble = 'none'
  const calls: string[] = []
  const proxy = createServer(async (incoming, answer) => {
    const { method = '', url = '', headers } = incoming
    calls.push(`${method} ${url.replace(/[\da-f-]{36}/, 'ID').replace(/=[\da-f]{20,}/, '=ID')}`)
    if (trouble === 'away') return incoming.socket.resetAndDestroy()
    if (trouble === 'refusing' || (trouble === 'full' && method !== 'GET')) {
      incoming.resume()
      await once(incoming, 'end')
      const { status, code } = errors[trouble]
      return answer.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
    }
    if (trouble === 'slow') await setTimeout(slowMs)
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    outgoing.on('error', () => incoming.socket.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    filesUrl: `s3://S3RVER:S3RVER@${bucket}/files?endpoint=${endpoint}`,
    calls,
    suffer(next: Trouble) {
      trouble = next
    },
    /** The content of every stored object. */
    async objects(): Promise<Buffer[]> {
      const names = await readdir(join(folder, bucket, 'files')).catch(() => [])
      const objects = names.filter((name) => name.endsWith('._S3rver_object'))
      return Promise.all(objects.map((name) => readFile(join(folder, bucket, 'files', name))))
    },
    /** Deletes all objects, as at the start. */
    clear: () => rm(join(folder, bucket, 'files'), { recursive: true, force: true }),
    async close() {
      proxy.close()
      proxy.closeAllConnections()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
