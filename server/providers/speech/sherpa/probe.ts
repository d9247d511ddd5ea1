import { createSherpaDecoder } from './decoder.ts'
import type { SherpaFiles } from './files.ts'

createSherpaDecoder(JSON.parse(process.argv[2] ?? '') as SherpaFiles).close()
