import { randomUUID } from 'node:crypto'
import type { Figure } from '../../../scripts/bench.ts'
import { createNumberedEngine } from '../../fakes/numbered-engine.ts'
import { numberedSound } from '../../fakes/numbered-sound.ts'
import { connectRaw, startMessage } from '../../fakes/transcription-client.ts'
import { startTranscriptionServer } from '../../fakes/transcription-server.ts'

const batches = 150
const batchMs = 128
/** Limits for the latency. The 128 ms that a batch lasts are subtracted, because they pass before the batch is sent. */
const limitMs = { p50: 160 - batchMs, p95: 250 - batchMs }

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Time from sending a chunk to its `transcript` message, with an engine that needs no time. */
export async function latencyFigures(): Promise<Figure[]> {
  const server = await startTranscriptionServer({ engine: createNumberedEngine() })
  const client = connectRaw(server.url, { ticket: server.ticketFor('ana') })
  await client.send(startMessage({ transactionId: randomUUID(), channels: 1 }))
  await client.until(() => client.types.includes('ready'))
  const took: number[] = []
  for (let index = 0; index < batches; index++) {
    // The word ends within the batch, so that this batch alone produces its text.
    const pcm = numberedSound([{ number: index + 1, channel: 0, fromMs: 10, toMs: 100 }], batchMs, 1)
    const sentAt = performance.now()
    client.socket.send(pcm)
    await client.until(() => client.turns.some((turn) => turn.includes(`w${index + 1}:`)))
    took.push(performance.now() - sentAt)
    await new Promise((resolve) => setTimeout(resolve, batchMs))
  }
  client.socket.terminate()
  await server.close()
  const [p50, p95] = [percentile(took, 0.5), percentile(took, 0.95)]
  return [
    {
      measure: 'chunk sent → transcript message, less the engine',
      figure: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      limit: `p50 at most ${limitMs.p50} ms, p95 at most ${limitMs.p95} ms, so that the text is painted in time`,
      holds: p50 <= limitMs.p50 && p95 <= limitMs.p95,
    },
  ]
}
