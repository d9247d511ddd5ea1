import { readFileSync } from 'node:fs'
import type { Field, Output, Template } from '../../lib/contracts/index.ts'
import { embeddedWriter, generate } from '../../server/generation/index.ts'
import { turnsFromText } from '../../server/services/transcripts/formats/index.ts'
import { type Random, seeded } from '../generation/lies/random.ts'
import { layouts, sessions } from '../generation/score.ts'
import { visitTemplate } from '../generation/visits/visits.ts'
import { readSet } from './sets.ts'

/**
 * A part of a note that a person can judge: a line with an extract, an option, a row of a table that the writer has
 * filled, or another value.
 */
interface Statement {
  visit: string
  template: string
  field: Field
  text: string
  /** The turns that the value cites, each with the turn before it. */
  sources: string[]
}

/** Number of statements to draw from visits of the public data sets. */
const publicCount = 200
/** Number of statements to draw from the paraphrases of the bundled sessions. */
const bundledCount = 100
/** Number of visits to take from each public data set. */
const visitsOfEach = 30
/** Maximum length of a source, in characters. */
const sourceMax = 500

/** Returns the bundled sessions in other words. A person has written these paraphrases. */
export const paraphrased = (): { name: string; turns: string[] }[] => {
  const kept = JSON.parse(readFileSync(new URL('./paraphrased.json', import.meta.url), 'utf8')) as {
    sessions: Record<string, string[]>
  }
  return Object.entries(kept.sessions).map(([name, lines]) => ({ name, turns: turnsFromText(lines.join('\n')) }))
}

const shuffled = <T>(all: readonly T[], random: Random): T[] => {
  const left = [...all]
  return all.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

function partsOf(field: Field, value: readonly string[]): string[] {
  if (field.type === 'string' || field.type === 'template')
    return value
      .join('\n')
      .split('\n')
      .filter((line) => /"/.test(line) || field.type === 'string')
  if (field.type !== 'table') return [...value]
  const width = field.headers.length
  return Array.from({ length: value.length / width }, (_, row) =>
    value.slice(row * width, (row + 1) * width).join(' | '),
  ).filter((row) => /[^ |]/.test(row) && !field.rows.some((given) => given.join(' | ') === row))
}

const write = (turns: readonly string[], template: Template, context: object): Promise<Output> =>
  generate({ template, turns, context, writers: () => embeddedWriter, signal: AbortSignal.timeout(60_000) })

async function statementsOf(
  visit: string,
  turns: readonly string[],
  template: Template,
  context: object,
): Promise<Statement[]> {
  const { results } = await write(turns, template, context)
  return results.flatMap((result) => {
    const field = template.fields.find(({ id }) => id === result.id)
    if (field === undefined || result.state === 'entered' || result.value.length === 0) return []
    return partsOf(field, result.value).map((text) => {
      const own = result.evidence.filter(({ quote }) => text.includes(quote) || !text.includes('"'))
      const at = [...new Set(own.flatMap(({ turn }) => [turn - 1, turn]))]
        .filter((turn) => turn >= 0)
        .sort((a, b) => a - b)
      return {
        visit,
        template: template.name,
        field,
        text,
        sources: at.map((turn) => `${turn}. ${(turns[turn] ?? '').slice(0, sourceMax)}`),
      }
    })
  })
}

/** Draws statements of the built-in writer's notes at random. The same seed gives the same statements. */
export async function drawStatements(data: string, seed: number): Promise<Statement[]> {
  const random = seeded(seed)
  const visits = (['mts-train', 'aci-bench-train'] as const).flatMap((set) =>
    shuffled(readSet(set, data), random)
      .slice(0, visitsOfEach)
      .map((visit) => ({ ...visit, id: `${set} ${visit.id}` })),
  )
  const fromPublic: Statement[] = []
  for (const { id, turns, context, template } of visits) {
    fromPublic.push(...(await statementsOf(id, turns, visitTemplate, context)))
    if (template.id !== 'visit-note') fromPublic.push(...(await statementsOf(id, turns, template, context)))
  }
  const fromBundled: Statement[] = []
  for (const { name, turns } of paraphrased())
    for (const layout of layouts)
      fromBundled.push(
        ...(await statementsOf(name, turns, layout, sessions.find((one) => one.name === name)?.context ?? {})),
      )
  return [
    ...shuffled(fromPublic, random).slice(0, publicCount),
    ...shuffled(fromBundled, random).slice(0, bundledCount),
  ]
}

const oneLine = (text: string): string => text.replaceAll('\n', ' ')

/** Writes drawn statements as a Markdown list, each with its field and its source, for a person who judges them. */
export const toMarkdown = (drawn: readonly Statement[]): string =>
  drawn
    .map(({ visit, template, field, text, sources }, index) => {
      const options =
        'options' in field
          ? ` [${field.options.join(' / ')}]`
          : field.type === 'table'
            ? ` [${field.headers.join(' / ')}]`
            : ''
      return [
        `### ${index + 1}. ${field.name} (${field.type}${options})`,
        '',
        `${visit}, template ${template}${field.instructions === undefined ? '' : `. ${field.instructions}`}`,
        '',
        `- value: ${oneLine(text)}`,
        ...sources.map((source) => `- turn ${oneLine(source)}`),
        '',
      ].join('\n')
    })
    .join('\n')
