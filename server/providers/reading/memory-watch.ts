import { workerData } from 'node:worker_threads'

const { maxMb } = workerData as { maxMb: number }
const everyMs = 20

setInterval(() => {
  if (process.memoryUsage.rss() > maxMb * 1024 * 1024) process.kill(process.pid, 'SIGKILL')
}, everyMs)
