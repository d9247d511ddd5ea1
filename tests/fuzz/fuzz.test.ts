import { expect, test } from 'vitest'
import { casesOf } from '../exhaustive.ts'
import { openCalls } from './calls.ts'
import { openExtensionMessages } from './extension-messages.ts'
import { openFrames } from './frames.ts'
import { type Effort, hunt } from './hunt.ts'
import { openPages } from './pages.ts'
import { openSockets } from './sockets.ts'
import type { Surface } from './surface.ts'

/** `npm run fuzz` sets these variables. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
const seed = Number(process.env.FUZZ_SEED ?? 1)

/** Each surface, with the number of inputs that a run of all tests tries. */
const surfaces: [name: string, open: () => Promise<Surface<unknown>>, inputs: number][] = [
  ['calls', openCalls, 120],
  ['sockets', openSockets, 24],
  ['extension messages', openExtensionMessages, 200],
  ['frame messages', openFrames, 32],
  ['pages', openPages, 12],
]

test.each(surfaces)(
  '%s: no random input breaks a promise',
  async (name, open, inputs) => {
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
