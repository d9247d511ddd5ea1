import type { Flag } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from '../../../server/generation/check/index.ts'
import { readNumbers } from '../../../server/generation/reading/numbers.ts'
import { type Random, seeded } from '../../generation/lies/random.ts'
import { type ErrorKind, errorKinds, months, plant } from './plant.ts'
import { type DataPart, type HumanValue, humanValues } from './values.ts'

const stocks = new WeakMap<readonly string[], ReturnType<typeof takeStock>>()

/** The flags of severity 2 and 3 that a text gets as the value of its field. */
function doubts({ field, turns, context, evidence }: HumanValue, text: string): Flag[] {
  const stock = stocks.get(turns) ?? takeStock(turns, context)
  stocks.set(turns, stock)
  const draft = { id: field.id, value: [text], confidence: 1, state: 'stated' as const, evidence }
  return checkDraft(field, draft, { turns, context, stock }).result.flags.filter(({ severity }) => severity > 1)
}

const keyOf = ({ text, reason }: Flag): string => `${text} ${reason}`

/** A value that is flagged, with its flags. */
export interface Doubted {
  value: HumanValue
  flags: Flag[]
}

/**
 * Number of planted errors, and how many of them were flagged. `missed` has the ids and texts of the errors that were
 * not flagged.
 */
export interface Tally {
  planted: number
  caught: number
  missed: string[]
}

/**
 * The planted errors of one kind. `all` counts all of them. `coincident` counts those whose wrong number, month or
 * weekday also occurs somewhere in the session, in another statement.
 */
export interface KindFigures {
  all: Tally
  coincident: Omit<Tally, 'missed'>
  /** Number of texts that were left out because the planted error may have made a wrong text correct. */
  mayBeTrue: number
}

/**
 * How the server's check (`checkDraft`) judges texts of clinicians. `values` is the number of texts. `doubted` has the
 * texts that are flagged although nothing was changed in them. `planted` tells how many planted errors are flagged.
 */
export interface HumanFigures {
  values: number
  doubted: Doubted[]
  planted: Record<ErrorKind, KindFigures>
}

/** How many errors of each kind are planted. */
const perKind = 800

const valueKinds: ReadonlySet<ErrorKind> = new Set(['number', 'dose', 'date'])

const spokenParts = new WeakMap<readonly string[], { numbers: ReadonlySet<number>; words: ReadonlySet<string> }>()

/** True if a number, month or weekday occurs in the turns. For a month in digits, the name of the month counts too. */
function occurs(part: string, turns: readonly string[], kind: ErrorKind): boolean {
  const said = spokenParts.get(turns) ?? {
    numbers: new Set(turns.flatMap((turn) => readNumbers(turn).flatMap(({ value, parts }) => [value, ...parts]))),
    words: new Set(
      turns
        .join(' ')
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [],
    ),
  }
  spokenParts.set(turns, said)
  const value = Number(part)
  const month = kind === 'date' ? months[value - 1]?.toLowerCase() : undefined
  return said.numbers.has(value) || said.words.has(part.toLowerCase()) || (month !== undefined && said.words.has(month))
}

function plantKind(kind: ErrorKind, values: readonly HumanValue[], names: readonly string[], random: Random) {
  const figures: KindFigures = {
    all: { planted: 0, caught: 0, missed: [] },
    coincident: { planted: 0, caught: 0 },
    mayBeTrue: 0,
  }
  const { all, coincident } = figures
  const known = new Set<string>()
  for (let tries = 0; tries < perKind * 60 && all.planted < perKind; tries++) {
    const value = random.pick(values)
    if (value === undefined) break
    const others = random.pick(values)
    const texts = others?.turns === value.turns ? [] : [others?.text ?? '']
    const planted = plant(kind, value, { names, texts }, random)
    if (planted === null || planted.text === value.text || known.has(`${value.id} ${planted.text}`)) continue
    known.add(`${value.id} ${planted.text}`)
    const { text, old, fresh } = planted
    const isCoincident = valueKinds.has(kind) && occurs(fresh, value.turns, kind)
    // The wrong number or date was said in the session, and the original one was not. So the text of the clinician may
    // have been wrong, and the change may have corrected it.
    if (isCoincident && !occurs(old, value.turns, kind)) {
      figures.mayBeTrue++
      continue
    }
    const before = Map.groupBy(doubts(value, value.text), keyOf)
    const after = Map.groupBy(doubts(value, text), keyOf)
    const caught = [...after].some(([key, flags]) => flags.length > (before.get(key)?.length ?? 0))
    for (const tally of isCoincident ? [all, coincident] : [all]) {
      tally.planted++
      if (caught) tally.caught++
    }
    if (!caught) all.missed.push(`${value.id}: ${text}`)
  }
  return figures
}

function plantAll(values: readonly HumanValue[], seed: number): HumanFigures['planted'] {
  const names = [...new Set(values.map(({ context }) => context.patient?.name ?? ''))].filter((name) => name !== '')
  const random = seeded(seed)
  const figures = Object.fromEntries(errorKinds.map((kind) => [kind, plantKind(kind, values, names, random)]))
  return figures as HumanFigures['planted']
}

/**
 * Measures the server's check on texts of clinicians, first unchanged and then with planted errors. `data` is the
 * folder of the public data sets. `part` selects the sets that are used.
 */
export function cliniciansText(data: string, part: DataPart): HumanFigures {
  const values = humanValues(data, part)
  return {
    values: values.length,
    doubted: values
      .map((value) => ({ value, flags: doubts(value, value.text) }))
      .filter(({ flags }) => flags.length > 0),
    planted: plantAll(values, 17),
  }
}
