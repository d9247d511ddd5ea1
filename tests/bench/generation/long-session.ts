import type { Figure } from '../../../scripts/bench.ts'
import { pace } from '../../eval/measures/pace.ts'
import { sessions } from '../../generation/score.ts'

const limitMs = 2000
const growthMaxMb = 5

/** Measures the built-in writer with a long session, ten runs in a row. */
export async function longSessionFigures(): Promise<Figure[]> {
  const { words, fields, medianMs, slowestMs, heapGrowthMb } = await pace(sessions)
  return [
    {
      measure: `${words} words, ${fields} fields, built-in writer`,
      figure: `${medianMs} ms in the middle, ${slowestMs} ms at the slowest of ten`,
      limit: `at most ${limitMs} ms each`,
      holds: slowestMs <= limitMs,
    },
    {
      measure: 'memory it still needs after the tenth run, beside the third',
      figure: `${heapGrowthMb} MB more`,
      limit: `flat: at most ${growthMaxMb} MB`,
      holds: heapGrowthMb <= growthMaxMb,
    },
  ]
}
