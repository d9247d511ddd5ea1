import { registerPcmProcessor, type WorkletScope } from '../../lib/audio/pcm-processor.ts'

// Loaded by `audioWorklet.addModule`: `globalThis` is the AudioWorkletGlobalScope, on the audio thread.
registerPcmProcessor(globalThis as unknown as WorkletScope)
