import { createSherpaDecoder } from './decoder.ts'
import type { SherpaFiles } from './files.ts'

/** Loads the model in a process of its own and ends: a damaged file aborts the whole process that loads it. */
createSherpaDecoder(JSON.parse(process.argv[2] ?? '') as SherpaFiles).close()
