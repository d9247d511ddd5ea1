import { exchanges, stateAfter } from '../../generation/negations.ts'

/**
 * How often the writer distinguishes 'denied' from 'not discussed' in the hand-made exchanges, with boolean and with
 * text fields.
 */
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
