import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Field, type Flag, field as fieldShape } from '../../../lib/contracts/index.ts'
import { partsOfValue, spanKey } from '../../../lib/report/index.ts'
import { checkDraft, linkQuotes, takeStock } from '../../../server/generation/check/index.ts'

const answer = z.strictObject({
  name: z.string(),
  type: z.enum(['string', 'number', 'date', 'boolean']),
  value: z.array(z.string()),
  turns: z.array(z.number().int()),
})
const session = z.strictObject({
  language: z.string(),
  patient: z.string(),
  turns: z.array(z.string()),
  answers: z.array(answer),
})

const file = z
  .strictObject({ about: z.string(), visitDay: z.iso.date(), sessions: z.array(session) })
  .parse(JSON.parse(readFileSync(new URL('./sessions.json', import.meta.url), 'utf8')))

/** The sessions in eight languages. Their file describes them under `about`. */
export const languageSessions = file.sessions
type Session = (typeof languageSessions)[number]
type Answer = Session['answers'][number]

const label = /^Speaker \d: /

/**
 * Runs the server's check on `value` as a model's answer to this field. The quotes are the turns that the correct
 * answer cites. Returns the flags of severity 2 and 3, or one flag if the check leaves the value out.
 */
export function doubtsOf(
  { language, patient, turns }: Session,
  { name, type, turns: cited }: Answer,
  value: string[],
): Flag[] {
  const field: Field = fieldShape.parse({ id: 'f', name, type })
  const context = { patient: { name: patient }, current_visit: { date: file.visitDay } }
  const evidence = cited.map((turn) => ({ turn, quote: (turns[turn] ?? '').replace(label, '') }))
  const draft = { id: 'f', value, confidence: 1, state: 'stated' as const, evidence }
  const { result } = checkDraft(field, draft, { turns, context, stock: takeStock(turns, context, language) })
  return result.value.length === 0
    ? [{ severity: 2, text: '', reason: 'The value was left out.' }]
    : result.flags.filter(({ severity }) => severity > 1)
}

const asciiOf = (digits: string): number =>
  Number(digits.replaceAll(/[٠-٩]/g, (one) => String(one.charCodeAt(0) - 0x660)))

/**
 * Returns wrong values, each with one change. Every number that is written in digits is changed in several ways. A date
 * is moved by several numbers of days.
 */
export function withWrongDigits({ type, value }: Answer): string[][] {
  const [text = ''] = value
  if (type === 'boolean') return []
  if (type === 'date') {
    return [1, 2, 3, 5, 8].map((days) => [new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10)])
  }
  return [...text.matchAll(/\p{Nd}+/gu)].flatMap(({ 0: old, index }) => {
    const number = asciiOf(old)
    return [number + 4, number * 10 + 7, number + 11]
      .filter((fresh) => fresh !== number)
      .map((fresh) => [text.slice(0, index) + String(fresh) + text.slice(index + old.length)])
  })
}

/**
 * Joins all text answers of a session into one value with all their quotes, and lets the server link the quotes to
 * sentences. Returns for each sentence the turns of its correct answer (`right`) and the turns of the quotes that the
 * server has linked to it (`quoted`).
 */
export function linksOf({ language, turns, answers }: Session): { text: string; right: number[]; quoted: number[] }[] {
  const texts = answers.filter(({ type }) => type === 'string')
  const field: Field = { id: 'f', name: 'Summary', type: 'string' }
  const value = [texts.map((one) => one.value.join(' ')).join('\n')]
  const evidence = [...new Set(texts.flatMap((one) => one.turns))].map((turn) => ({
    turn,
    quote: (turns[turn] ?? '').replace(label, ''),
  }))
  const linked = linkQuotes(field, { value, evidence }, takeStock(turns, {}, language).prepared)
  const owners = texts.flatMap((one) => partsOfValue(field, one.value).map(() => one.turns))
  return partsOfValue(field, value).map(({ span, text }, at) => ({
    text,
    right: owners[at] ?? [],
    quoted: linked.filter((one) => one.span && spanKey(one.span) === spanKey(span)).map(({ turn }) => turn),
  }))
}
