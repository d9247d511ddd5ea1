import { createSherpaDecoder } from './decoder.ts'
import type { SherpaFiles } from './files.ts'

/** Loads the model and exits. Runs in a separate process, because a damaged file aborts the process that loads it. */
createSherpaDecoder(JSON.parse(process.argv[2] ?? '') as SherpaFiles).close()
