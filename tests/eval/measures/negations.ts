import { exchanges, stateAfter } from '../../generation/negations.ts'

/** How often 'denied' and 'not discussed' are kept apart on the hand-made exchanges, asked as yes or no and as text. */
export async function negations() {
  const measure = async (type: 'boolean' | 'string') => {
    const judged = await Promise.all(
      exchanges.map(async (exchange) => ({ exchange, state: await stateAfter(exchange, type) })),
    )
    const counted = judged.filter(({ exchange }) => exchange.expect !== 'stated')
    const faults = judged.filter(({ exchange, state }) => state !== exchange.expect)
    const right = counted.filter(({ exchange, state }) => state === exchange.expect).length
    return {
      percent: (100 * right) / counted.length,
      of: counted.length,
      faults: faults.map(({ exchange, state }) => `${exchange.field} "${exchange.turns.at(-1)}": ${state}`),
    }
  }
  return {
    yesOrNo: await measure('boolean'),
    text: await measure('string'),
  }
}
