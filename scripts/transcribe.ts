import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { socketPath, wireFormat } from '../lib/contracts/index.ts'
import { createSocket } from '../lib/transcript/socket/socket.ts'
import { applyTurns } from '../lib/transcript/turns.ts'
import { readConfig } from '../server/config.ts'
import { lengthNotices } from '../server/providers/reading/sound-length.ts'
import { openWav, type Sound } from '../server/providers/reading/wav.ts'
import { chooseSpeechEngine } from '../server/providers/speech/index.ts'
import { registerTranscription } from '../server/transcription/index.ts'
import { argumentsOf, bytesOf, CommandError, exitCodes, exitCodesText, fileError, runCommand, say } from './command.ts'
import { decodeWav } from './wav-file.ts'

const usage = `npm run transcribe -- audio.wav [--server http://127.0.0.1:8787] [--token ACCESS_TOKEN] [--language en]

Prints what was said, one line a turn. A stereo file has the microphone left and the tab right.
Without --server a server is started for this file alone. Nothing is stored.
${exitCodesText}`

const batchFrames = 2048

interface WavSound {
  channels: 1 | 2
  /** Interleaved samples at 16 kHz. */
  pcm: Int16Array<ArrayBuffer>
}

/** Returns the samples of a file that has the format of a recording. Null: it has another one. */
function recordingOf(file: Buffer): WavSound | null {
  try {
    const { sampleRateHz, channels, pcm } = decodeWav(file)
    return sampleRateHz === wireFormat.sampleRate && (channels === 1 || channels === 2) ? { channels, pcm } : null
  } catch {
    return null
  }
}

/** Reads a WAV file. Other formats than that of a recording are read as the server reads an uploaded file: as mono. */
async function readSound(path: string): Promise<WavSound> {
  const file = bytesOf(path)
  if (file.toString('latin1', 0, 4) !== 'RIFF')
    throw new CommandError(`${path} is not a WAV file. Convert it first: ffmpeg -i FILE out.wav`, exitCodes.file)
  try {
    const wavFile = await openWav(once(file))
    const sound = recordingOf(file) ?? (await monoOf(wavFile))
    for (const notice of lengthNotices(wavFile.frames, sound.pcm.length / sound.channels)) say(`${path}: ${notice}`)
    return sound
  } catch (error) {
    throw fileError(path, error)
  }
}

async function* once(file: Buffer) {
  yield file
}

async function monoOf({ pcm }: Sound): Promise<WavSound> {
  const parts: Uint8Array[] = []
  for await (const part of pcm) parts.push(part)
  const bytes = new Uint8Array(Buffer.concat(parts))
  return { channels: 1, pcm: new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2)) }
}

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

async function transcribe(sound: WavSound, serverUrl: string, token: string, language: string) {
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
      else if (event.type === 'state' && event.state === 'connecting' && event.failures > 0) {
        say(`${refusal ?? 'The server cannot be reached.'} Trying again.`)
        refusal = null
      }
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
  const { values, positionals } = argumentsOf({
    allowPositionals: true,
    options: {
      server: { type: 'string' },
      token: { type: 'string', default: '' },
      language: { type: 'string', default: 'en' },
      help: { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  if (values.help) return say(usage)
  if (path === undefined || positionals.length > 1) throw new CommandError('Name one sound file.', exitCodes.usage)
  if (values.server !== undefined && !URL.canParse(values.server))
    throw new CommandError('--server must be an address such as http://127.0.0.1:8787.', exitCodes.usage)
  const sound = await readSound(path)
  const ownServer = values.server === undefined ? await startServer() : null
  try {
    const turns = await transcribe(sound, values.server ?? ownServer?.url ?? '', values.token, values.language)
    process.stdout.write(turns.map((turn) => `${turn}\n`).join(''))
  } finally {
    await ownServer?.close()
  }
}

await runCommand(usage, main)
