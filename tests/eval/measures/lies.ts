import { answersByHand } from '../../generation/lies/by-hand.ts'
import { builtInValues, writtenValues } from '../../generation/lies/honest.ts'
import { lies } from '../../generation/lies/lie.ts'
import { caught, tellLies } from '../../generation/lies/measure.ts'

const seeds = Array.from({ length: 20 }, (_, at) => at + 1)
const valuesOfSeed = 1000

/**
 * Measures what the server flags or leaves out of the answers of a writer that lies in one of five. Each figure is
 * given twice: for all values, and for the values that people wrote. The values of people do not change when the
 * built-in writer changes, so only their figures can be compared with the figures of another version of Chartside.
 */
export async function liesFigures() {
  const people = [...writtenValues(), ...answersByHand()]
  const figuresOf = async (base: typeof people) => {
    const told = (await Promise.all(seeds.map((seed) => tellLies(base, valuesOfSeed, seed)))).flat()
    return [...lies, null].map((lie) => {
      const given = told.filter((one) => one.lie === lie)
      return { lie, given: given.length, caught: given.filter(caught).length }
    })
  }
  return { all: await figuresOf([...(await builtInValues()), ...people]), people: await figuresOf(people) }
}

/** Returns the figures as rows of a table. */
export function liesRows({ all, people }: Awaited<ReturnType<typeof liesFigures>>) {
  const share = (one: (typeof all)[number] | undefined) =>
    one === undefined ? '' : `${one.caught} of ${one.given}: ${((100 * one.caught) / one.given).toFixed(1)} %`
  return all.map((one, index) => ({
    'flagged or left out': one.lie ?? 'true values',
    'all values': share(one),
    'values that people wrote': share(people[index]),
  }))
}
