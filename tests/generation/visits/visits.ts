import { readFileSync } from 'node:fs'
import { type Result, type Template, template } from '../../../lib/contracts/index.ts'
import { judge, type KeyEntry, type Verdict } from '../score.ts'

interface Said extends Omit<KeyEntry, 'answered' | 'state'> {
  said: 'stated' | 'denied'
}

interface VisitKey {
  said: Record<string, Said>
  unclear: string[]
  not_discussed: string[]
}

const json = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

/** The template of a general visit, which the key of the visits is written for. */
export const visitTemplate: Template = template.parse(json('./template.json'))

const key = json('./key.json') as { words_max: Record<string, number>; visits: Record<string, VisitKey> }

/** The encounters the key speaks of. Their words are no part of this repository. */
export const keyedVisits: readonly string[] = Object.keys(key.visits)

/** What the key says of a field in an encounter, in the form the bundled sessions' key has. */
export function visitEntry(encounter: string, field: string): KeyEntry {
  const visit = key.visits[encounter]
  if (visit === undefined) throw new Error(`The key says nothing of ${encounter}.`)
  if (visit.unclear.includes(field)) return { answered: 'partly' }
  if (visit.not_discussed.includes(field)) return { answered: false }
  const found = visit.said[field]
  if (found === undefined) throw new Error(`The key says nothing of ${encounter}, ${field}.`)
  const { said, ...rest } = found
  return { answered: true, ...rest, ...(said === 'denied' ? { state: 'denied' as const } : {}) }
}

const wordCount = (value: readonly string[]): number => value.join(' ').split(/\s+/).filter(Boolean).length

/** Judges a result by the key; a text longer than an answer can be is not right, whatever it holds. */
export function judgeVisit(encounter: string, result: Result): Verdict {
  const verdict = judge(visitEntry(encounter, result.id), result)
  const most = key.words_max[result.id]
  return verdict === 'right' && most !== undefined && wordCount(result.value) > most ? 'thin' : verdict
}
