import type { Figure } from '../../../scripts/bench.ts'
import { answersByHand } from '../../generation/lies/by-hand.ts'
import { builtInValues, writtenValues } from '../../generation/lies/honest.ts'
import { type Lie, lies } from '../../generation/lies/lie.ts'
import { caught, share, tellManyLies } from '../../generation/lies/measure.ts'

const least: Record<Lie, number> = { quote: 1, number: 1, name: 1, option: 0.95, negation: 0.95 }
const doubtedMax = 0.02

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`

/**
 * Uses a writer that gives a false answer to one of five fields. Measures how many of these answers are flagged or left
 * out.
 */
export async function lieFigures(): Promise<Figure[]> {
  const base = [...(await builtInValues()), ...writtenValues(), ...answersByHand()]
  const allLies = await tellManyLies(base)
  const of = (lie: Lie | null) => allLies.filter((one) => one.lie === lie)
  const quotes = allLies.flatMap(({ honest, result }) =>
    result.evidence.map(({ turn, quote }) => honest.visit.turns[turn]?.includes(quote) === true),
  )
  const doubted = share(of(null), caught)
  return [
    {
      measure: `quotes kept that occur in the turn they name, of ${allLies.length} values`,
      figure: `${quotes.filter(Boolean).length} of ${quotes.length}`,
      limit: 'all',
      holds: quotes.every(Boolean),
    },
    ...lies.map((lie) => ({
      measure: `lies told of a ${lie} that are flagged or left out`,
      figure: `${of(lie).filter(caught).length} of ${of(lie).length}: ${percent(share(of(lie), caught))}`,
      limit: `at least ${percent(least[lie])}`,
      holds: share(of(lie), caught) >= least[lie],
    })),
    {
      measure: 'honest values that are doubted',
      figure: percent(doubted),
      limit: `at most ${percent(doubtedMax)}`,
      holds: doubted <= doubtedMax,
    },
  ]
}
