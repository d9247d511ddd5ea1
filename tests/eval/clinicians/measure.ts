import type { Flag } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from '../../../server/generation/check/index.ts'
import { seeded } from '../../generation/lies/random.ts'
import { type ErrorKind, errorKinds, plant } from './plant.ts'
import { type HumanValue, humanValues } from './values.ts'

const stocks = new WeakMap<readonly string[], ReturnType<typeof takeStock>>()

/** The flags of severity 2 and 3 that a text gets as the value of its field. */
function doubts({ field, turns, context, evidence }: HumanValue, text: string): Flag[] {
  const stock = stocks.get(turns) ?? takeStock(turns, context)
  stocks.set(turns, stock)
  const draft = { id: field.id, value: [text], confidence: 1, state: 'stated' as const, evidence }
  return checkDraft(field, draft, { turns, context, stock }).result.flags.filter(({ severity }) => severity > 1)
}

/** A value that is flagged, with its flags. */
export interface Doubted {
  value: HumanValue
  flags: Flag[]
}

/** What the check says about one part of the clinicians' text. */
export interface HumanFigures {
  values: number
  doubted: Doubted[]
  planted: Record<ErrorKind, { planted: number; caught: number; missed: string[] }>
}

/** How many errors of each kind are planted into each part. */
const perKind = 400

function plantAll(values: readonly HumanValue[], seed: number): HumanFigures['planted'] {
  const names = [...new Set(values.map(({ context }) => context.patient?.name ?? ''))].filter((name) => name !== '')
  const random = seeded(seed)
  const figures = Object.fromEntries(
    errorKinds.map((kind) => {
      const tally = { planted: 0, caught: 0, missed: [] as string[] }
      for (let tries = 0; tries < perKind * 60 && tally.planted < perKind; tries++) {
        const value = random.pick(values)
        if (value === undefined) break
        const others = random.pick(values)
        const text = plant(
          kind,
          value,
          { names, texts: others?.turns === value.turns ? [] : [others?.text ?? ''] },
          random,
        )
        if (text === null || text === value.text) continue
        tally.planted++
        const before = new Set(doubts(value, value.text).map((flag) => `${flag.text} ${flag.reason}`))
        if (doubts(value, text).some((flag) => !before.has(`${flag.text} ${flag.reason}`))) tally.caught++
        else tally.missed.push(`${value.id}: ${text}`)
      }
      return [kind, tally]
    }),
  )
  return figures as HumanFigures['planted']
}

/**
 * Gives the check what clinicians wrote, as it is and with planted errors. `heldOut` are the texts on which no rule was
 * tuned.
 */
export function cliniciansText(data: string): { tuned: HumanFigures; heldOut: HumanFigures } {
  const all = humanValues(data)
  const figures = (values: HumanValue[]): HumanFigures => ({
    values: values.length,
    doubted: values
      .map((value) => ({ value, flags: doubts(value, value.text) }))
      .filter(({ flags }) => flags.length > 0),
    planted: plantAll(values, 17),
  })
  return {
    tuned: figures(all.filter(({ heldOut }) => !heldOut)),
    heldOut: figures(all.filter(({ heldOut }) => heldOut)),
  }
}
