import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProxyName } from '../../scripts/proxies.ts'
import { freePort } from './free-port.ts'

const startWithinMs = 30_000
const example = (name: string) => readFileSync(new URL(`../../deploy/proxies/${name}`, import.meta.url), 'utf8')

interface Place {
  folder: string
  port: number
  target: string
}

/** For each proxy: its example with other addresses and certificates, and the command that runs it. */
const proxies: Record<ProxyName, (place: Place) => { file: string; text: string; args: string[] }> = {
  caddy: ({ folder, port, target }) => ({
    file: 'Caddyfile',
    text: `{\nadmin off\nauto_https disable_redirects\n}\n${example('Caddyfile')
      .replace('chartside.clinic.example {', `https://localhost:${port} {\ntls ${folder}/cert.pem ${folder}/key.pem`)
      .replace('127.0.0.1:8787', target)}`,
    args: ['run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`],
  }),
  nginx: ({ folder, port, target }) => ({
    file: 'nginx.conf',
    text: `daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1;\nevents {}\nhttp {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      ${example('nginx.conf')
        .replace('listen 443', `listen ${port}`)
        .replace('/etc/chartside/tls/certificate.pem', `${folder}/cert.pem`)
        .replace('/etc/chartside/tls/key.pem', `${folder}/key.pem`)
        .replace('127.0.0.1:8787', target)}\n}`,
    args: ['-c', `${folder}/nginx.conf`, '-e', 'stderr'],
  }),
  haproxy: ({ folder, port, target }) => ({
    file: 'haproxy.cfg',
    text: example('haproxy.cfg')
      // More connections need a higher limit of open files than a test may have.
      .replace('maxconn 20000', 'maxconn 200')
      .replace('bind :443', `bind :${port}`)
      .replace('/etc/chartside/tls/chartside.pem', `${folder}/both.pem`)
      .replace('127.0.0.1:8787', target),
    args: ['-f', `${folder}/haproxy.cfg`, '-db'],
  }),
}

/**
 * Starts a real proxy with TLS before a server, from its example in `deploy/proxies`. `ca` is its certificate, for
 * `localhost`. Rejects with the messages of the proxy if it does not answer.
 */
export async function startProxy(name: ProxyName, serverUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), `chartside-${name}-`))
  await chmod(folder, 0o755)
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const keyArgs = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const files = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`]
  execFileSync('openssl', ['req', '-x509', ...keyArgs, ...subject, ...files], { stdio: 'pipe' })
  const ca = readFileSync(`${folder}/cert.pem`, 'utf8')
  await writeFile(`${folder}/both.pem`, ca + readFileSync(`${folder}/key.pem`, 'utf8'))
  const port = await freePort()
  const { file, text, args } = proxies[name]({ folder, port, target: new URL(serverUrl).host })
  await writeFile(join(folder, file), text)
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += data
    })
  const close = async () => {
    if (child.exitCode === null && child.pid !== undefined) {
      const ended = once(child, 'exit')
      child.kill(name === 'nginx' ? 'SIGTERM' : 'SIGKILL')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const call = request(`https://localhost:${port}/livez`, { ca }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      call.on('error', () => resolve(false))
      call.end()
    })
  for (const until = Date.now() + startWithinMs; !(await isUp()); ) {
    if (child.exitCode !== null || Date.now() > until) {
      await close()
      throw new Error(`${name} does not answer: ${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url: `https://localhost:${port}`, ca, close }
}
