import { parentPort, workerData } from 'node:worker_threads'
import { createChannel } from './channel.ts'
import type { Decoder } from './decoder.ts'
import type { DecoderChoice, FromWorker, ToWorker, WorkerSetting } from './messages.ts'

/**
 * This file runs in a worker thread, one per decoder, because recognition blocks its thread: one second of speech takes
 * about a quarter of a second of CPU time.
 */
const port = parentPort
if (port === null) throw new Error('This file is started as a worker.')

const decoder = await load((workerData as WorkerSetting).decoder)
const tell = (message: FromWorker) => port.postMessage(message)
let channel: ReturnType<typeof createChannel> | null = null

port.on('message', (message: ToWorker) => {
  const { take } = message
  if (message.type === 'begin') {
    channel = createChannel(decoder, message.channel, message.knownFrame, (event) =>
      tell({ type: 'event', take, event }),
    )
  } else if (message.type === 'audio') {
    channel?.take(message.samples, message.atFrame)
    tell({ type: 'taken', take, frames: message.samples.length })
  } else if (message.type === 'finish') {
    channel?.finish(message.endFrame)
    channel = null
    tell({ type: 'finished', take })
  } else {
    channel?.abandon()
    channel = null
  }
})
tell({ type: 'loaded' })

/** Imports only the library of the chosen recogniser. */
async function load(choice: DecoderChoice): Promise<Decoder> {
  switch (choice.kind) {
    case 'sherpa':
      return (await import('../sherpa/decoder.ts')).createSherpaDecoder(choice.files)
    case 'sherpa-files':
      return (await import('../sherpa/file-decoder.ts')).createFileDecoder(choice.files)
    case 'pocketsphinx':
      return (await import('../pocketsphinx/decoder.ts')).createPocketsphinxDecoder(choice.files)
  }
}
