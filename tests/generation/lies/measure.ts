import type { Result } from '../../../lib/contracts/index.ts'
import { type Draft, generate } from '../../../server/generation/index.ts'
import type { Honest } from './honest.ts'
import { type Lie, lies, tell } from './lie.ts'
import { seeded } from './random.ts'

/**
 * One value that the scripted writer gave, and the result after the server has checked the value. `lie` is null if the
 * value is correct.
 */
export interface Told {
  honest: Honest
  draft: Draft
  lie: Lie | null
  result: Result
}

/** True if the value was flagged or left out of the note. */
export const caught = ({ result }: Told): boolean => result.flags.length > 0 || result.value.length === 0

/**
 * A scripted writer gives `count` values. About one value of five is a lie, and the others are correct. All kinds of
 * lies are equally frequent. If the server asks for a field again, the writer gives the same answer. Returns each value
 * with the server's result.
 */
export async function tellLies(base: readonly Honest[], count: number, seed: number): Promise<Told[]> {
  const random = seeded(seed)
  const given: { honest: Honest; draft: Draft; lie: Lie | null }[] = []
  let lied = 0
  while (given.length < count) {
    const id = String(given.length)
    const lie = random.chance(0.2) ? (lies[lied % lies.length] ?? null) : null
    for (;;) {
      const honest = random.pick(base)
      if (honest === undefined) throw new Error('There are no honest values to begin with.')
      const draft = lie === null ? honest.draft : tell(lie, honest, random)
      if (draft === null) continue
      given.push({ honest, draft: { ...draft, id }, lie })
      break
    }
    if (lie !== null) lied++
  }
  const visits = new Set(given.map(({ honest }) => honest.visit.name))
  const allLies: Told[] = []
  for (const name of visits) {
    const ofVisit = given.filter(({ honest }) => honest.visit.name === name)
    const visit = ofVisit[0]?.honest.visit
    if (visit === undefined) continue
    const { results } = await generate({
      template: {
        id: 't',
        name: 'T',
        instructions: '',
        fields: ofVisit.map(({ honest, draft }) => ({ ...honest.field, id: draft.id })),
      },
      turns: visit.turns,
      context: visit.context,
      writers: () => ({
        name: 'A writer that lies',
        async *write({ fields }) {
          const asked = new Set(fields.map(({ id }) => id))
          yield* ofVisit.map(({ draft }) => draft).filter(({ id }) => asked.has(id))
        },
      }),
      signal: new AbortController().signal,
    })
    for (const [index, result] of results.entries()) {
      const one = ofVisit[index]
      if (one !== undefined) allLies.push({ ...one, result })
    }
  }
  return allLies
}

/** The seeds of the runs. One run contains only few different lies, so the share of caught lies depends on its seed. */
export const allSeeds = Array.from({ length: 20 }, (_, at) => at + 1)

/** Does the same as `tellLies`, with a thousand values for each seed. */
export const tellManyLies = async (base: readonly Honest[], seeds: readonly number[] = allSeeds): Promise<Told[]> =>
  (await Promise.all(seeds.map((seed) => tellLies(base, 1000, seed)))).flat()

/** Returns the share (0 to 1) of the values for which `fits` is true. Returns 1 if there are no values. */
export const share = (allLies: readonly Told[], fits: (one: Told) => boolean): number =>
  allLies.length === 0 ? 1 : allLies.filter(fits).length / allLies.length
