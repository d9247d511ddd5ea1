import type { DecoderChoice } from '../local/messages.ts'
import { createSherpaDecoder } from './decoder.ts'
import { createFileDecoder } from './file-decoder.ts'

const choice = JSON.parse(process.argv[2] ?? '') as DecoderChoice
if (choice.kind === 'sherpa') createSherpaDecoder(choice.files).close()
if (choice.kind === 'sherpa-files') createFileDecoder(choice.files).close()
