import type { Field, Flag, ListFormat } from '../../lib/contracts/index.ts'
import { tableRows } from '../../lib/report/index.ts'
import type { Draft } from './draft.ts'
import { numberedItems } from './reading/numbered-list.ts'

export interface Merged {
  draft: Draft
  conflicts: Flag[]
}

const words = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
const isSaid = ({ value }: Draft): boolean => value.some((text) => text.trim() !== '')
const shownMax = 120
const shown = (text: string): string => `“${text.length > shownMax ? `${text.slice(0, shownMax)}…` : text}”`

/** Merges the drafts for the parts of a long session (product 10.4). People correct themselves: the last one wins. */
export function mergeFindings(field: Field, drafts: readonly Draft[]): Merged {
  const said = drafts.filter(isSaid)
  const unclear = drafts.filter(({ state }) => state === 'unclear')
  const [first = unclear[0] ?? drafts[0]] = said
  if (first === undefined) throw new Error('There is nothing to merge.')
  const evidence = evidenceOf([...said, ...unclear])
  const doubts = said.length === 0 || unclear.length === 0 ? [] : [doubt(unclear)]
  if (said.length < 2) return { draft: { ...first, evidence }, conflicts: doubts }
  const { value, conflicts } = mergedValue(field, said)
  const states = new Set(said.map(({ state }) => state))
  if (states.has('denied') && states.has('stated') && conflicts.length === 0) conflicts.push(conflict(said))
  return {
    draft: {
      ...first,
      value,
      state: said.at(-1)?.state ?? first.state,
      confidence: Math.min(...said.map(({ confidence }) => confidence)),
      evidence,
    },
    conflicts: [...conflicts, ...doubts],
  }
}

function evidenceOf(drafts: readonly Draft[]): Draft['evidence'] {
  const found = new Map(
    drafts.flatMap(({ evidence }) => evidence).map((one) => [`${one.turn} ${one.quote} ${one.sentence ?? ''}`, one]),
  )
  return [...found.values()].sort((one, other) => one.turn - other.turn)
}

const conflict = (drafts: readonly Draft[], values = drafts.map(({ value }) => value.join('; '))): Flag => ({
  severity: 2,
  text: '',
  reason: `Different parts of the session say different things: ${[...new Set(values)].map(shown).join(', then ')}. Check which is right.`,
})

const doubt = (unclear: readonly Draft[]): Flag => ({
  severity: 2,
  text: '',
  reason: `Another part of the session mentions this without a certain answer: ${evidenceOf(unclear)
    .map(({ quote }) => shown(quote))
    .join(', ')}. Check which is right.`,
})

function mergedValue(field: Field, said: readonly Draft[]): { value: string[]; conflicts: Flag[] } {
  const values = said.map(({ value }) => value)
  const texts = values.map((value) => value.join('\n'))
  switch (field.type) {
    case 'string':
      return { value: [mergedText(texts, field.format)], conflicts: [] }
    case 'multiple_choice': {
      const all = new Set(values.flat())
      return { value: field.options.filter((option) => all.has(option)), conflicts: [] }
    }
    case 'table':
      return mergedTable(field.headers, field.rows, values, said)
    case 'template':
      return { value: [mergedTemplate(field.text, texts)], conflicts: [] }
    default: {
      const differ = new Set(values.map((value) => words(value.join(' ')))).size > 1
      return { value: values.at(-1) ?? [], conflicts: differ ? [conflict(said)] : [] }
    }
  }
}

function mergedText(texts: readonly string[], format?: ListFormat): string {
  const lists = numberedLists(texts, format)
  const isList = texts.some((text) => text.includes('\n') || /^\s*(?:[-•*]|\d+\.)\s/.test(text))
  const units = lists?.flat() ?? texts.flatMap((text) => text.split(isList ? /\n+/ : /(?<=[.!?。？！])\s+/))
  const kept: string[] = []
  for (const unit of units) {
    const own = ` ${words(unit)} `
    if (own.trim() === '' || kept.some((other) => ` ${words(other)} `.includes(own))) continue
    kept.push(unit.trim())
  }
  if (lists !== null) return kept.map((unit, at) => `${at + 1}. ${unit}`).join('\n')
  return kept.join(isList ? '\n' : ' ')
}

function numberedLists(texts: readonly string[], format?: ListFormat): string[][] | null {
  const lists = texts.map(numberedItems).filter((items) => items !== null)
  if (lists.length < texts.length) return null
  return format === 'numbered' || lists.some((items) => items.length > 1) ? lists : null
}

function mergedTable(
  headers: readonly string[],
  given: readonly (readonly string[])[],
  values: readonly (readonly string[])[],
  said: readonly Draft[],
): { value: string[]; conflicts: Flag[] } {
  const isGiven = (row: number) => given[row]?.some((cell) => cell.trim() !== '') === true
  const [first = [], ...others] = values.map((value) => tableRows({ headers, value }))
  const rows = first.map((row) => [...row])
  const conflicts: Flag[] = []
  for (const table of others) {
    for (const [at, row] of table.entries()) {
      const own = rows[at]
      if (isGiven(at) && own !== undefined) {
        for (const [column, cell] of row.entries()) {
          const before = own[column] ?? ''
          if (cell.trim() === '' || words(cell) === words(before)) continue
          if (before.trim() !== '') conflicts.push(conflict(said, [before, cell]))
          own[column] = cell
        }
      } else if (words(row.join(' ')) !== '' && !rows.some((one) => words(one.join(' ')) === words(row.join(' '))))
        rows.push([...row])
    }
  }
  const filled = rows.filter((row, at) => isGiven(at) || row.some((cell) => cell.trim() !== ''))
  return { value: filled.flat(), conflicts }
}

function fillsOf(fixed: readonly string[], text: string): string[] | null {
  const fills: string[] = []
  let at = 0
  for (const [index, words] of fixed.entries()) {
    const found = index === fixed.length - 1 && words === '' ? text.length : text.indexOf(words, at)
    if (found === -1 || (index === 0 && found !== 0)) return null
    if (index > 0) fills.push(text.slice(at, found).trim())
    at = found + words.length
  }
  return fills
}

/** If a version lacks the fixed words of the template, joins the whole versions. */
function mergedTemplate(template: string, texts: readonly string[]): string {
  const fixed = template.split(/\[[^[\]]*\]/)
  const fills = texts.map((text) => fillsOf(fixed, text))
  const whole = fills.filter((one) => one !== null)
  if (whole.length < texts.length) return [...new Set(texts)].join('\n\n')
  return fixed
    .map((words, at) => (at === 0 ? words : `${mergedText(whole.map((one) => one[at - 1] ?? ''))}${words}`))
    .join('')
}
