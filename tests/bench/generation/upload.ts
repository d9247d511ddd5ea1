import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Figure } from '../../../scripts/bench.ts'
import { ask, newPerson } from '../../server/ask.ts'
import { wav } from '../../server/transcript-files/make.ts'
import { sendZeros } from '../../server/transcript-files/send-zeros.ts'
import type { BenchDatabase } from '../recording-server/database.ts'
import { noteServers } from './note-server.ts'

const megabytes = 170
const growthMaxMb = 60

/** The peak memory of a process, in MB. Null on systems that do not report it. */
async function highestMb(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kb = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]
  return kb === undefined ? null : Number(kb) / 1024
}

/**
 * Uploads a large file, which the server encrypts and stores. Measures the server's peak memory. A small increase shows
 * that the server never holds the whole file.
 */
export async function uploadFigures(database: BenchDatabase): Promise<Figure[]> {
  const servers = await noteServers(database, 'http://127.0.0.1:1/v1', {
    SPEECH_ENGINE: 'scripted',
    SPEECH_SCRIPT: fileURLToPath(new URL('../../../assets/demo/script.json', import.meta.url)),
  })
  const server = await servers.start()
  try {
    const { accessToken: token } = await newPerson(server.url)
    const url = `${server.url}/api/user/transcripts/submit/file`
    const head = wav({ rateHz: 16_000, channels: 1, bits: 16, ms: 0 })
    // A small file first. The first upload loads code, and the memory for this code must not be counted.
    await sendZeros(url, { token, head, megabytes: 1 })
    const before = await highestMb(server.child.pid)
    const { status, body } = await sendZeros(url, { token, head, megabytes })
    const after = await highestMb(server.child.pid)
    if (status !== 200) throw new Error(`The file was answered with ${status}.`)
    await ask(server.url, `DELETE /api/user/transcripts/${(body as { id: string }).id}`, { token })
    const growth = before === null || after === null ? Number.NaN : after - before
    return [
      {
        measure: `memory of the server at its highest, while it takes a sound file of ${megabytes} MB`,
        figure: `${growth.toFixed(0)} MB more`,
        limit: `flat: at most ${growthMaxMb} MB`,
        holds: growth <= growthMaxMb,
      },
    ]
  } finally {
    await server.kill('SIGKILL')
    await servers.close()
  }
}
