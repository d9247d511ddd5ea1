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

/** The template of a general visit. The expected answers in `key.json` are for the fields of this template. */
export const visitTemplate: Template = template.parse(json('./template.json'))

const key = json('./key.json') as { words_max: Record<string, number>; visits: Record<string, VisitKey> }

/**
 * Ids of the visits that have expected answers in `key.json`. The transcripts of these visits are not in this
 * repository.
 */
export const keyedVisits: readonly string[] = Object.keys(key.visits)

/**
 * Returns the expected answer to a field of a visit, in the format of `../key.json`, which has the expected answers of
 * the bundled sessions.
 */
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

/** Compares a result with the expected answer. A correct text that has more words than `words_max` allows is `thin`. */
export function judgeVisit(encounter: string, result: Result): Verdict {
  const verdict = judge(visitEntry(encounter, result.id), result)
  const most = key.words_max[result.id]
  return verdict === 'right' && most !== undefined && wordCount(result.value) > most ? 'thin' : verdict
}
