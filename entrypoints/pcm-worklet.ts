import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { registerPcmProcessor, type WorkletScope } from '../lib/audio/pcm-processor.ts'

// Loaded by `audioWorklet.addModule`: `globalThis` is the AudioWorkletGlobalScope, on the audio thread.
export default defineUnlistedScript(() => registerPcmProcessor(globalThis as unknown as WorkletScope))
