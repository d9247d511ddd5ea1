import { answersByHand } from '../../generation/lies/by-hand.ts'
import { builtInValues, writtenValues } from '../../generation/lies/honest.ts'
import { lies } from '../../generation/lies/lie.ts'
import { caught, share, tellManyLies } from '../../generation/lies/measure.ts'

/**
 * Measures how many wrong answers the server flags or leaves out if one of five answers of a writer is wrong on
 * purpose. Each figure is given twice: for all values, and for the values that people wrote. A change of the built-in
 * writer does not change the values of people, so only their figures can be compared with the figures of another
 * version of Chartside.
 */
export async function liesFigures() {
  const people = [...writtenValues(), ...answersByHand()]
  const figuresOf = async (base: typeof people) => {
    const told = await tellManyLies(base)
    return [...lies, null].map((lie) => {
      const given = told.filter((one) => one.lie === lie)
      return { lie, given: given.length, caught: given.filter(caught).length, share: share(given, caught) }
    })
  }
  return { all: await figuresOf([...(await builtInValues()), ...people]), people: await figuresOf(people) }
}

/** Returns the figures as rows of a table. */
export function liesRows({ all, people }: Awaited<ReturnType<typeof liesFigures>>) {
  const words = (one: (typeof all)[number] | undefined) =>
    one === undefined ? '' : `${one.caught} of ${one.given}: ${(100 * one.share).toFixed(1)} %`
  return all.map((one, index) => ({
    'flagged or left out': one.lie ?? 'true values',
    'all values': words(one),
    'values that people wrote': words(people[index]),
  }))
}
