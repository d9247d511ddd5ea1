import { fileURLToPath } from 'node:url'
import type { Bench } from '../../scripts/bench.ts'
import { openStage } from '../audio/stage.ts'
import { blockedFigures, cpuFigures, soundFigures } from './recording/capture.ts'
import { gateFigures } from './recording/gate.ts'
import { madeUpFigures } from './recording/made-up.ts'
import { memoryFigures } from './recording/memory.ts'
import { paintedFigures } from './recording/painted.ts'
import { toldFigures } from './recording/told.ts'

const here = (name: string) => fileURLToPath(new URL(`recording/${name}.ts`, import.meta.url))

/**
 * Measures recording in the browser: audio that capture loses, changes of the sound, speech that the silence gate
 * keeps, and costs.
 */
export const bench: Bench = async ({ data }) => {
  const stage = await openStage(here('page'), { '/counting.js': here('counting-worklet') })
  const open = () => stage.page({ microphone: 'allowed' })
  try {
    return [
      ...(await paintedFigures()),
      ...(await toldFigures()),
      ...(await blockedFigures(open)),
      ...(await soundFigures(open)),
      ...gateFigures(data),
      ...(await memoryFigures()),
      ...(await madeUpFigures()),
      ...(await cpuFigures(open)),
    ]
  } finally {
    await stage.close()
  }
}
