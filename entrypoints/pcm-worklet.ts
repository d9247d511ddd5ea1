import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { registerPcmProcessor, type WorkletScope } from '../lib/audio/pcm-processor.ts'

// Loaded by `audioWorklet.addModule`: the global scope is the audio thread's.
export default defineUnlistedScript(() => registerPcmProcessor(globalThis as unknown as WorkletScope))
