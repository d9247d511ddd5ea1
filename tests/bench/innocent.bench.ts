import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Bench, Figure } from '../../scripts/bench.ts'
import { startServer } from '../../scripts/demo/server-process.ts'
import { runScript } from '../fakes/served.ts'
import { ask, password } from '../server/ask.ts'
import { good, partnerBy, tokenOf } from '../server/partner.ts'
import { beside, percentile, type Waits } from './innocent/honest.ts'

const attacks = [
  'bodies that are hard to parse, of an account',
  'bodies that are hard to parse, of a web page',
  'bodies that are hard to parse, of a stranger',
  'guesses of passwords',
  'many large notes',
  'templates from long examples',
  'hostile text',
  'hostile requests',
  'hostile requests of an account',
  '300 slow bodies',
  'a PDF that grows',
  'a Word file that grows',
  'a million gaps',
]
const forMs = 15_000
const mostMs = 250

/**
 * Runs an attack on a server in a worker thread of this process. Resolves when the attack has ended, after about
 * `forMs`.
 */
const attacking = (url: string, attack: string, pageToken: string) =>
  new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL('./innocent/attacker.ts', import.meta.url), {
      workerData: { url, attack, pageToken, forMs },
    })
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })

const shown = (waits: number[]): string =>
  `p50 ${percentile(waits, 0.5).toFixed(0)}, p99 ${percentile(waits, 0.99).toFixed(0)} ms`

function figureOf(attack: string, who: keyof Waits, calm: Waits, attacked: Waits): Figure {
  const added = percentile(attacked[who], 0.99) - percentile(calm[who], 0.99)
  return {
    measure: `${who} during ${attack}`,
    figure: `${shown(attacked[who])}; without ${shown(calm[who])}`,
    limit: `p99 at most ${mostMs} ms higher`,
    holds: added <= mostMs,
  }
}

/** Creates a developer organisation. Returns the token of a web page of its customer. */
async function pageTokenOf(url: string, data: string): Promise<string> {
  const email = 'operator@chartside.example'
  await runScript('admin.ts', ['create-user', '--admin', '--email', email, '--password', password, '--data', data])
    .ended
  const { accessToken: token } = good(await ask(url, 'POST /api/user/login/email', { body: { email, password } }))
  return tokenOf({ url }, (await partnerBy({ url }, { token })).live, 'clinic')
}

/** Measures how long a recording and a reader must wait while another client attacks the same server. */
export const bench: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-innocent-'))
  const script = join(folder, 'script.json')
  await writeFile(script, '[]')
  const server = await startServer(['--port', '0', '--data', join(folder, 'data'), '--demo'], {
    SPEECH_ENGINE: 'scripted',
    SPEECH_SCRIPT: script,
    LOG_LEVEL: 'error',
  })
  try {
    const pageToken = await pageTokenOf(server.url, join(folder, 'data'))
    const figures: Figure[] = []
    for (const attack of attacks) {
      const calm = await beside(server.url, () => new Promise((over) => setTimeout(over, forMs)))
      const attacked = await beside(server.url, () => attacking(server.url, attack, pageToken))
      figures.push(figureOf(attack, 'reader', calm, attacked), figureOf(attack, 'recording', calm, attacked))
    }
    return figures
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
