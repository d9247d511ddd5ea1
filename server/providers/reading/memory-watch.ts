import { workerData } from 'node:worker_threads'

/** The thread of a reader that ends its process above so many megabytes: the main thread is busy with the file. */
const { maxMb } = workerData as { maxMb: number }
const everyMs = 20

setInterval(() => {
  if (process.memoryUsage.rss() > maxMb * 1024 * 1024) process.kill(process.pid, 'SIGKILL')
}, everyMs)
