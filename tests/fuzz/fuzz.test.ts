import { expect, test } from 'vitest'
import { casesOf } from '../exhaustive.ts'
import { openCalls } from './calls.ts'
import { openExtensionMessages } from './extension-messages.ts'
import { openFrames } from './frames.ts'
import { type Effort, hunt } from './hunt.ts'
import { openPages } from './pages.ts'
import { openSockets } from './sockets.ts'
import { type Surface, type SurfaceName, surfaceNames } from './surface.ts'

/** `npm run fuzz` sets these variables. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
const seed = Number(process.env.FUZZ_SEED ?? 1)

/** How each surface is opened, and the number of inputs that a run of all tests tries. */
const surfaces: Record<SurfaceName, { open: () => Promise<Surface<unknown>>; inputs: number }> = {
  calls: { open: openCalls, inputs: 120 },
  sockets: { open: openSockets, inputs: 24 },
  'extension messages': { open: openExtensionMessages, inputs: 200 },
  'frame messages': { open: openFrames, inputs: 32 },
  pages: { open: openPages, inputs: 12 },
}

test.each(surfaceNames)(
  '%s: no random input breaks a promise',
  async (name) => {
    const { open, inputs } = surfaces[name]
    const surface = await open()
    const effort: Effort = seconds > 0 ? { seconds } : { inputs: casesOf('fuzz', inputs) }
    try {
      const { findings, attempts, memoryMb } = await hunt(name.replace(' ', '-'), surface, { effort, seed })
      console.log(`${name}: ${attempts} inputs. Memory in MB: ${memoryMb.join(' ')}.`)
      expect(findings).toEqual([])
      surface.demandReached?.()
    } finally {
      await surface.close()
    }
  },
  10 * 60_000 + 2 * seconds * 1000,
)
