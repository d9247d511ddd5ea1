import { once } from 'node:events'
import { socketPath } from '../../../lib/contracts/index.ts'
import type { Figure } from '../../../scripts/bench.ts'
import { spawnRecordingServer } from '../../fakes/killed-servers.ts'
import { numberedSound } from '../../fakes/numbered-sound.ts'
import { connectRaw, startMessage } from '../../fakes/transcription-client.ts'
import type { BenchDatabase } from './database.ts'

const minutes = 90
const earlyMinute = 5
/** Length of a piece of audio in ms. Each piece contains one word of 2 s, with silence before and after it. */
const pieceMs = 3000
/** Maximum number of seconds of audio that are sent and not committed yet. The client of the extension allows 64 s. */
const aheadS = 60
const speed = 20

const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/**
 * Plays one long session as fast as the server accepts the audio. Compares the memory of the server at the end of the
 * session with its memory at minute `earlyMinute`.
 */
export async function memoryFigures(database: BenchDatabase): Promise<Figure[]> {
  const server = await spawnRecordingServer(database, speed)
  const { stdin, stdout } = server.child
  if (stdin === null || stdout === null) throw new Error('The server process has no pipes.')
  /**
   * Waits until everything sent is committed, and then asks for the memory in use, so that only lasting memory is
   * counted. Each request for the memory starts a garbage collection. Asks twice, because the second collection frees
   * more memory.
   */
  const ask = async (committedS: number) => {
    await client.until(() => (client.duration ?? 0) >= committedS)
    await askNow()
    return askNow()
  }
  const askNow = async () => {
    stdin.write('memory\n')
    const [line] = (await once(stdout, 'data')) as [Buffer]
    return JSON.parse(String(line)) as { neededBytes: number; rssBytes: number }
  }
  const client = connectRaw(`ws://127.0.0.1:${server.port}${socketPath}`)
  try {
    await client.send(startMessage({ authorization: database.userId }))
    await client.until(() => client.types.includes('ready'))
    let early = null
    for (let atMs = 0; atMs < minutes * 60_000; atMs += pieceMs) {
      const number = 1 + atMs / pieceMs
      const pcm = numberedSound([{ number, channel: number % 2 === 0 ? 0 : 1, fromMs: 500, toMs: 2500 }], pieceMs, 2)
      client.socket.send(pcm)
      await client.until(() => (client.duration ?? 0) > atMs / 1000 - aheadS)
      client.received.splice(0, client.received.length - 4)
      if (atMs === earlyMinute * 60_000) early = await ask((atMs + pieceMs) / 1000)
    }
    const late = await ask(minutes * 60)
    if (early === null) throw new Error('The session was too short.')
    const ratio = late.rssBytes / early.rssBytes
    const needed = late.neededBytes / early.neededBytes
    return [
      {
        measure: `memory of the server at minute ${minutes} beside minute ${earlyMinute}`,
        figure: `needed ${mb(late.neededBytes)} beside ${mb(early.neededBytes)}: ${needed.toFixed(2)} ×; resident ${mb(late.rssBytes)} beside ${mb(early.rssBytes)}: ${ratio.toFixed(2)} ×`,
        limit: 'each at most 1.1 ×',
        holds: ratio <= 1.1 && needed <= 1.1,
      },
    ]
  } finally {
    client.socket.terminate()
    server.kill()
  }
}
