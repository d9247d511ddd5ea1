// A thread that attacks a server on this machine. In the main thread, the work of the attack would slow down the
// measurement.
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { ticketProtocolPrefix } from '../../../lib/contracts/index.ts'
import { startMessage } from '../../fakes/transcription-client.ts'
import { ask, newPerson, smallLayout } from '../../server/ask.ts'
import { emptyParagraphs, pictureBomb } from '../../server/transcript-files/make.ts'

const { url, attack, forMs } = workerData as { url: string; attack: string; forMs: number }
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

const attacks: Record<string, () => Promise<unknown>> = {
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
