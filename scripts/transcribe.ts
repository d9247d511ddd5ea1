import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import fastify from 'fastify'
import { socketPath, wireFormat } from '../lib/contracts/index.ts'
import { createSocket } from '../lib/transcript/socket/socket.ts'
import { applyTurns } from '../lib/transcript/turns.ts'
import { readConfig } from '../server/config.ts'
import { chooseSpeechEngine } from '../server/providers/speech/index.ts'
import { registerTranscription } from '../server/transcription/index.ts'
import { decodeWav, type WavAudio } from './wav-file.ts'

const usage = `npm run transcribe -- audio.wav [--server http://127.0.0.1:8787] [--token ACCESS_TOKEN] [--language en]

Prints what was said, one line a turn. A stereo file has the microphone left and the tab right.
Without --server a server is started for this file alone. Nothing is stored.`

/** Frames per message to the server, as in the extension. */
const batchFrames = 2048

/**
 * Reads an audio file. Throws an error with a message for the user unless the file has 16,000 Hz and 1 or 2 channels,
 * as the server expects.
 */
function readSound(path: string): WavAudio & { channels: 1 | 2 } {
  const { sampleRateHz, channels, pcm } = decodeWav(readFileSync(path))
  if (sampleRateHz !== wireFormat.sampleRate || (channels !== 1 && channels !== 2)) {
    throw new Error(
      `The file must have 16000 Hz and 1 or 2 channels; it has ${sampleRateHz} Hz and ${channels}. Convert it first: sox in.wav -r 16000 out.wav`,
    )
  }
  return { sampleRateHz, channels, pcm }
}

/** Starts a server in this process that offers only transcription. It listens on this machine and stores nothing. */
async function startServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const { engine, message } = chooseSpeechEngine(readConfig(process.env))
  if (engine === null) throw new Error(message)
  const app = fastify()
  const nothingIsKept = async (): Promise<never> => {
    throw new Error('This server keeps nothing.')
  }
  await registerTranscription<never>(app, {
    engine,
    takes: { open: nothingIsKept, commit: nothingIsKept, finish: nothingIsKept },
    credentials: {
      redeemTicket: async () => null,
      ownerOfToken: async () => null,
      keyOf: () => 'nobody',
      anonymousDictation: true,
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await app.close()
      await engine.close()
    },
  }
}

/** Sends the audio with the extension's own socket client, and returns the turns. */
async function transcribe(sound: ReturnType<typeof readSound>, serverUrl: string, token: string, language: string) {
  const { channels, pcm } = sound
  let turns: string[] = []
  let refusal: string | null = null
  const url = new URL(socketPath, serverUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = createSocket({
    url: url.href,
    ticket: async () => null,
    start: {
      authorization: token,
      language,
      diarize: true,
      encoding: wireFormat.encoding,
      sampleRate: wireFormat.sampleRate,
      channels,
      transactionId: randomUUID(),
      skipSave: true,
      flags: [],
    },
    onEvent(event) {
      if (event.type === 'transcript') turns = applyTurns(turns, event)
      else if (event.type === 'error') refusal = event.message
      else if (event.type === 'state' && event.failures > 0)
        process.stderr.write('The server cannot be reached. Trying again.\n')
    },
  })
  try {
    await socket.open()
    for (let frame = 0; frame * channels < pcm.length; frame += batchFrames) {
      socket.send({ pcm: pcm.slice(frame * channels, (frame + batchFrames) * channels), atFrame: frame })
    }
    await socket.finish()
  } catch (error) {
    throw new Error(refusal ?? 'The server cannot be reached.', { cause: error })
  }
  return turns
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      server: { type: 'string' },
      token: { type: 'string', default: '' },
      language: { type: 'string', default: 'en' },
      help: { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  if (values.help || path === undefined || positionals.length > 1) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const sound = readSound(path)
  const ownServer = values.server === undefined ? await startServer() : null
  try {
    const turns = await transcribe(sound, values.server ?? ownServer?.url ?? '', values.token, values.language)
    process.stdout.write(turns.map((turn) => `${turn}\n`).join(''))
  } finally {
    await ownServer?.close()
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
