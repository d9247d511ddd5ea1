import type { Bench } from '../../scripts/bench.ts'
import { figuresOf } from '../../scripts/figures.ts'
import { startDatabase } from './recording-server/database.ts'
import { faultFigures } from './recording-server/faults.ts'
import { killFigures } from './recording-server/kills.ts'
import { latencyFigures } from './recording-server/latency.ts'
import { memoryFigures } from './recording-server/memory.ts'
import { speechCheck } from './recording-server/speech-check.ts'
import { streamFigures } from './recording-server/streams.ts'

/** Measures the server's part of a recording: lost words, invented words, and the cost. */
export const bench: Bench = async () => {
  const database = await startDatabase()
  try {
    return [
      ...(await figuresOf('latency', latencyFigures)),
      ...(await figuresOf('streams', () => streamFigures(database))),
      ...(await figuresOf('memory', () => memoryFigures(database))),
      ...(await figuresOf('faults', faultFigures)),
      ...(await figuresOf('kills', () => killFigures(database))),
      ...(await figuresOf('speech check', speechCheck)),
    ]
  } finally {
    await database.close()
  }
}
