import { parentPort, workerData } from 'node:worker_threads'
import { createChannel } from './channel.ts'
import { createDecoder } from './decoder.ts'
import type { FromWorker, ToWorker, WorkerSetting } from './messages.ts'

/** One decoder in a thread of its own: recognising a second of speech keeps a core busy for a quarter of it. */
const port = parentPort
if (port === null) throw new Error('This file is started as a worker.')

const { files } = workerData as WorkerSetting
const decoder = createDecoder(files)
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
