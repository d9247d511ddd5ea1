import { readFileSync } from 'node:fs'
import type { Field, Result, VisitContext } from '../../lib/contracts/index.ts'
import { type Random, seeded } from '../generation/lies/random.ts'
import { layouts, sessions } from '../generation/score.ts'
import { visitTemplate } from '../generation/visits/visits.ts'
import { paraphrased } from './readings.ts'
import { readSet } from './sets.ts'
import { writeNote } from './write-note.ts'

/** Half of the public visits may be read while rules are written (`seen`). The other half is only for measuring. */
export const halves = ['seen', 'held'] as const
export type Half = (typeof halves)[number]

/** Assigns a visit to a half by a hash of its id, so that the halves never change. */
function halfOf(id: string): Half {
  let hash = 2_166_136_261
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0
  return (hash >>> 8) % 2 === 0 ? 'seen' : 'held'
}

export interface Told {
  id: string
  turns: readonly string[]
  context: VisitContext
}

export const shuffled = <T>(all: readonly T[], random: Random): T[] => {
  const left = [...all]
  return all.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

/** Returns the public visits of a half, in an order that the seed decides. */
export function publicVisits(data: string, half: Half, seed: number): Told[] {
  const all = (['mts-train', 'mts-valid', 'aci-bench-train', 'aci-bench-valid'] as const).flatMap((set) =>
    readSet(set, data).map(({ id, turns, context }) => ({ id: `${set} ${id}`, turns, context })),
  )
  return shuffled(
    all.filter(({ id }) => halfOf(id) === half),
    seeded(seed),
  )
}

const listed = JSON.parse(readFileSync(new URL('./closed-fields.json', import.meta.url), 'utf8')) as {
  booleans: string[]
  single: Record<string, string[]>
  multiple: Record<string, string[]>
  numbers: string[]
  dates: string[]
  texts: string[]
}
const named = <Type extends string>(type: Type, names: readonly string[]) =>
  names.map((name) => ({ id: `${type} ${name}`, type, name }))
const chosen = <Type extends string>(type: Type, choices: Record<string, string[]>) =>
  Object.entries(choices).map(([name, options]) => ({ id: `${type} ${name}`, type, name, options }))

const isText = ({ type }: Field): boolean => type === 'string' || type === 'table' || type === 'template'

/** Closed fields, and texts about the same subjects. */
export const fields: Field[] = [
  ...named('boolean', listed.booleans),
  ...chosen('single_choice', listed.single),
  ...chosen('multiple_choice', listed.multiple),
  ...named('number', listed.numbers),
  ...named('date', listed.dates),
  ...named('string', listed.texts),
  ...visitTemplate.fields,
]
/** The fields of the bundled layouts, without those with the same name. */
export const ofLayouts: Field[] = [
  ...new Map(layouts.flatMap((one) => one.fields).map((one) => [one.name, one])).values(),
].map(({ condition: _, ...field }) => field)

/** A result of the built-in writer that a person is to judge. */
export interface ToRead {
  visit: Told
  field: Field
  result: Result
}

async function written(visit: Told, asked: readonly Field[]): Promise<ToRead[]> {
  const different = new Map(asked.map((field) => [`${field.type} ${field.name}`, field]))
  const unique = [...different.values()].map((field, index) => ({ ...field, id: `${index}` }))
  const template = { id: 'read', name: 'Read', instructions: '', fields: unique }
  const { results } = await writeNote({ ...visit, turns: [...visit.turns], template })
  return results.flatMap((result) => {
    const field = unique.find(({ id }) => id === result.id)
    return field === undefined ? [] : [{ visit, field, result }]
  })
}

export const paraphrases = (): Told[] =>
  paraphrased().map(({ name, turns }) => ({
    id: `paraphrased ${name}`,
    turns,
    context: sessions.find((one) => one.name === name)?.context ?? {},
  }))

/**
 * Writes the fields from the visits of a half, and from the paraphrased sessions. Returns all closed values, or
 * `count` fields that are called "not discussed", drawn at random.
 */
export async function toRead(
  set: 'closed' | 'not-discussed',
  data: string,
  { half, seed, visits, count }: { half: Half; seed: number; visits: number; count: number },
): Promise<ToRead[]> {
  const all: ToRead[] = []
  const every = [...fields, ...ofLayouts]
  const asked =
    set === 'closed'
      ? every.filter((field) => !isText(field))
      : [...fields.filter(isText), ...visitTemplate.fields, ...ofLayouts]
  for (const visit of [...publicVisits(data, half, seed).slice(0, visits), ...paraphrases()])
    all.push(...(await written(visit, asked)))
  const isClosedValue = ({ field, result }: ToRead) =>
    !isText(field) && result.value.length > 0 && result.state !== 'entered'
  if (set === 'closed') return all.filter(isClosedValue)
  return shuffled(
    all.filter(({ result }) => result.state === 'not_discussed'),
    seeded(seed),
  ).slice(0, count)
}

const numbered = (turns: readonly string[], at: readonly number[]): string[] =>
  at.map((turn) => `    ${turn}. ${(turns[turn] ?? '').replaceAll('\n', ' ').slice(0, 400)}`)

/** Prints results for a person: a value with the turns around its quotes, and "not discussed" with the whole visit. */
export function toText(set: 'closed' | 'not-discussed', all: readonly ToRead[]): string {
  const asked = ({ name, type, ...field }: Field) =>
    `${name} (${type}${'options' in field ? `: ${field.options.join(' / ')}` : ''})`
  if (set === 'closed')
    return all
      .map(({ visit, field, result }, index) => {
        const quoted = result.evidence.map(({ turn }) => turn)
        const [from, to] = [Math.max(0, Math.min(...quoted) - 3), Math.max(...quoted) + 2]
        const around = visit.turns.flatMap((_, turn) =>
          quoted.some((one) => Math.abs(one - turn) <= 3) || (turn >= from && turn <= to && to - from < 12)
            ? [turn]
            : [],
        )
        return [
          `${index + 1}. ${asked(field)} = ${result.value.join(', ')} [${visit.id}]`,
          ...numbered(visit.turns, around),
        ].join('\n')
      })
      .join('\n\n')
  const byVisit = Map.groupBy(all, ({ visit }) => visit)
  return [...byVisit]
    .map(([visit, own]) =>
      [
        `[${visit.id}] not discussed: ${own.map(({ field }) => asked(field)).join('; ')}`,
        ...numbered(visit.turns, [...visit.turns.keys()]),
      ].join('\n'),
    )
    .join('\n\n')
}
