import { registerPcmProcessor, type WorkletScope } from '../../lib/audio/pcm-processor.ts'

registerPcmProcessor(globalThis as unknown as WorkletScope)
