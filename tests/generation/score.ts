import { readdirSync, readFileSync } from 'node:fs'
import {
  exampleSession,
  layoutDraft,
  type Result,
  type Template,
  type VisitContext,
} from '../../lib/contracts/index.ts'
import { toTemplate } from '../../lib/template/index.ts'
import { turnsFromText } from '../../server/services/transcripts/formats/index.ts'

/** The expected answer to one field, from the answer key. See `about` in key.json. */
export interface KeyEntry {
  answered: boolean | 'partly'
  value?: string[]
  optional?: string[] | string[][]
  terms?: string[]
  rows?: string[][]
  never?: string[]
  state?: 'denied'
}

const assets = new URL('../../assets/', import.meta.url)
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, assets), 'utf8'))
const names = (folder: string): string[] =>
  readdirSync(new URL(folder, assets))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace('.json', ''))

export interface Visit {
  name: string
  turns: string[]
  context: VisitContext
}

/** The bundled sessions, parsed by their contract. */
export const sessions: Visit[] = names('example-sessions').map((name) => {
  const { transcript, context } = exampleSession.parse(read(`example-sessions/${name}.json`))
  return { name, turns: turnsFromText(transcript), context }
})

/** The bundled layouts, parsed by their contract. */
export const layouts: Template[] = names('layouts').map((name) =>
  toTemplate(layoutDraft.parse(read(`layouts/${name}.json`)), name),
)

const key: { sessions: Record<string, Record<string, Record<string, KeyEntry>>> } = JSON.parse(
  readFileSync(new URL('./key.json', import.meta.url), 'utf8'),
)

/** Returns the answer key's entry for a field. Every field of every bundled layout has one. */
export function keyEntry(session: string, layout: string, field: string): KeyEntry {
  const entry = key.sessions[session]?.[layout]?.[field]
  if (entry === undefined) throw new Error(`The key says nothing of ${session}, ${layout}, ${field}.`)
  return entry
}

const holds = (text: string, term: string): boolean =>
  term.split('|').some((word) => text.toLowerCase().includes(word.toLowerCase()))

/** Returns true if each cell of the row contains the expected term of its column. An empty term fits every cell. */
const rowFits = (row: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((term, column) => (term === '' ? true : holds(row[column] ?? '', term)))

function rowsOf(value: readonly string[], width: number): string[][] {
  return Array.from({ length: Math.ceil(value.length / width) }, (_, index) =>
    value.slice(index * width, (index + 1) * width),
  )
}

/**
 * The result of comparing an answer with the answer key. `wrong`: the answer contains something that the session does
 * not say, or is not `denied` although the key expects this. `thin`: the answer is correct, but contains less than half
 * of what the key expects.
 */
export type Verdict = 'right' | 'thin' | 'wrong' | 'missed' | 'invented' | 'rightly empty'

function judgeFilled(entry: KeyEntry, result: Result): 'right' | 'thin' | 'wrong' {
  const text = result.value.join(' ')
  if (entry.never?.some((word) => holds(text, word)) === true) return 'wrong'
  if (entry.state === 'denied' && result.state !== 'denied') return 'wrong'
  if (entry.rows !== undefined) {
    const width = entry.rows[0]?.length ?? 1
    const rows = rowsOf(result.value, width)
    const allowed = [...entry.rows, ...((entry.optional ?? []) as string[][])]
    const strange = rows.filter((row) => !allowed.some((wanted) => rowFits(row, [wanted[0] ?? ''])))
    const found = entry.rows.filter((wanted) => rows.some((row) => rowFits(row, wanted)))
    if (strange.length > 0) return 'wrong'
    return found.length * 2 >= entry.rows.length ? 'right' : 'thin'
  }
  if (entry.value !== undefined) {
    const allowed = [...entry.value, ...((entry.optional ?? []) as string[])]
    if (result.value.some((value) => !allowed.includes(value))) return 'wrong'
    const found = entry.value.filter((value) => result.value.includes(value))
    return found.length * 2 >= entry.value.length ? 'right' : 'thin'
  }
  const terms = entry.terms ?? []
  return terms.filter((term) => holds(text, term)).length * 2 >= terms.length ? 'right' : 'thin'
}

/** Compares one result with the answer key. */
export function judge(entry: KeyEntry, result: Result): Verdict {
  // A table with the state `denied` has no rows, but it is an answer, such as "takes no medicines".
  const filled = result.state === 'denied' || result.value.some((value) => value.trim() !== '')
  if (!filled) return entry.answered === true ? 'missed' : 'rightly empty'
  if (entry.answered === false) return 'invented'
  return judgeFilled(entry, result)
}
