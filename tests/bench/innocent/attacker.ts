// A thread that attacks a server on this machine. In the main thread, the work of the attack would slow down the
// measurement.
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { limits, ticketProtocolPrefix } from '../../../lib/contracts/index.ts'
import { shapes } from '../../attacks/hostile-bodies/shapes.ts'
import { startMessage } from '../../fakes/transcription-client.ts'
import { ask, newPerson, smallLayout } from '../../server/ask.ts'
import { emptyParagraphs, pictureBomb } from '../../server/transcript-files/make.ts'

/** `pageToken` is the token that a web page of a developer's customer has. */
const { url, attack, pageToken, forMs } = workerData as Record<'url' | 'attack' | 'pageToken', string> & {
  forMs: number
}
const endAt = performance.now() + forMs
const isOver = (): boolean => performance.now() > endAt

/** Repeats `work` until `forMs` is over, with `count` calls at the same time. */
const several = (count: number, work: () => Promise<unknown>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      // The server is expected to refuse the attack, so errors do not end the attack.
      while (!isOver()) await work().catch(() => new Promise((next) => setTimeout(next, 50)))
    }),
  )

async function sendFile(token: string, content: Uint8Array): Promise<unknown> {
  const form = new FormData()
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'visit.bin')
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${url}/api/user/transcripts/submit/file`, { method: 'POST', headers, body: form })
}

const hostileTexts = [
  `Speaker 1: Blood pressure 120 ${'over '.repeat(1200)}x`,
  `Speaker 1: ${'.'.repeat(6500)}`,
  `Speaker 1: ${'no '.repeat(2100)}swelling`,
]

/** Sends the bodies that cost a parser the most, in their largest size, one after the other on four connections. */
async function hostileBodies(call: string, token?: string): Promise<void> {
  const bodies = Object.values(shapes).map((shape) => shape(limits.sessionBodyMaxBytes))
  let sent = 0
  await several(4, () => ask(url, call, { raw: bodies[sent++ % bodies.length] ?? '', ...(token && { token }) }))
}

const attacks: Record<string, () => Promise<unknown>> = {
  'bodies that are hard to parse, of an account': async () =>
    hostileBodies('POST /api/user/transcripts/submit/text', (await newPerson(url)).accessToken),
  'bodies that are hard to parse, of a web page': () =>
    hostileBodies('POST /api/customer/transcript/submit/text', pageToken),
  'bodies that are hard to parse, of a stranger': () => hostileBodies('POST /api/user/login/email'),
  'guesses of passwords': async () => {
    let guess = 0
    await several(8, () => {
      const body = { email: `person-${guess++}@clinic.example`, password: 'a wrong password' }
      return ask(url, 'POST /api/user/login/email', { body })
    })
  },
  'many large notes': async () => {
    const { accessToken: token } = await newPerson(url)
    const layoutId = (await ask(url, 'POST /api/user/layouts', { token, body: smallLayout })).body._id
    const said = 'I have no chest pain, my mother takes sertraline fifty milligrams every day. '.repeat(3_900)
    const body = { layoutId, transcript: `Speaker 1: ${said}`, patientId: 'P-1' }
    await several(4, () => ask(url, 'POST /api/user/reports', { token, body }))
  },
  'templates from long examples': async () => {
    const { accessToken: token } = await newPerson(url)
    const example = 'Mood: sad. Sleep: seven hours. Plan: come back on Monday.\n'.repeat(300)
    await several(4, () => ask(url, 'POST /api/user/layouts/generate', { token, body: { example, name: 'Long' } }))
  },
  'hostile text': async () => {
    const { accessToken: token } = await newPerson(url)
    const call = (name: string, body: object) => ask(url, name, { token, body })
    const layout = (await call('POST /api/user/layouts', smallLayout)).body._id
    let sent = 0
    await several(1, async () => {
      const text = hostileTexts[sent++ % hostileTexts.length] ?? ''
      const transcript = (await call('POST /api/user/transcripts/submit/text', { text })).body.id
      await call('POST /api/user/reports?wait=1', { layoutId: layout, transcriptId: transcript, patientId: 'P-1' })
    })
  },
  'hostile requests': async () => {
    const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`unknown-${at}`, 1])))
    await several(4, () => ask(url, 'POST /api/user/login/email', { raw: keys }))
  },
  'hostile requests of an account': async () => {
    const { accessToken: token } = await newPerson(url)
    const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`unknown-${at}`, 1])))
    await several(1, () => ask(url, 'POST /api/user/layouts', { token, raw: keys }))
  },
  '300 slow bodies': async () => {
    const { hostname, port } = new URL(url)
    const head = `POST /api/user/login/email HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
    const sockets = Array.from({ length: 300 }, () => {
      const socket = connect(Number(port), hostname, () => socket.write(head))
      return socket.on('error', () => {})
    })
    await several(1, () => new Promise((next) => setTimeout(next, 200)))
    for (const socket of sockets) socket.destroy()
  },
  'a PDF that grows': async () => {
    const { accessToken } = await newPerson(url)
    const bomb = pictureBomb(8)
    await several(1, () => sendFile(accessToken, bomb))
  },
  'a Word file that grows': async () => {
    const { accessToken } = await newPerson(url)
    const bomb = emptyParagraphs(2_000_000)
    await several(1, () => sendFile(accessToken, bomb))
  },
  'a million gaps': async () => {
    const { accessToken: token } = await newPerson(url)
    const gap = JSON.stringify({ type: 'gap', ms: 1 })
    await several(1, async () => {
      const { body } = await ask(url, 'POST /api/user/transcription/ticket', { token })
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/transcription`, [
        ticketProtocolPrefix + body.ticket,
      ])
      await new Promise((open) => socket.addEventListener('open', open))
      socket.send(JSON.stringify({ ...startMessage(), channels: 1 }))
      for (let sent = 0; sent < 1_000_000 && socket.readyState === WebSocket.OPEN && !isOver(); sent++) {
        socket.send(gap)
        if (sent % 10_000 === 0) await new Promise((next) => setTimeout(next))
      }
      socket.close()
    })
  },
}

await attacks[attack]?.()
parentPort?.postMessage('over')
