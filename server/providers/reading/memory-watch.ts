import { workerData } from 'node:worker_threads'

/**
 * A thread that kills its process above `maxMb` of memory. The main thread cannot do this, because it is busy with
 * reading the file.
 */
const { maxMb } = workerData as { maxMb: number }
const everyMs = 20

setInterval(() => {
  if (process.memoryUsage.rss() > maxMb * 1024 * 1024) process.kill(process.pid, 'SIGKILL')
}, everyMs)
