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
const quoteOf = (text: string): string => `“${text.length > shownMax ? `${text.slice(0, shownMax)}…` : text}”`

/** Merges the drafts for the parts of a long session (product 10.4). People correct themselves: the last one wins. */
export function mergeFindings(field: Field, drafts: readonly Draft[]): Merged {
  const statedDrafts = drafts.filter(isSaid)
  const unclear = drafts.filter(({ state }) => state === 'unclear')
  const [first = unclear[0] ?? drafts[0]] = statedDrafts
  if (first === undefined) throw new Error('There is nothing to merge.')
  const evidence = evidenceOf([...statedDrafts, ...unclear])
  const doubts = statedDrafts.length === 0 || unclear.length === 0 ? [] : [doubt(unclear)]
  if (statedDrafts.length < 2) return { draft: { ...first, evidence }, conflicts: doubts }
  const { value, conflicts } = mergedValue(field, statedDrafts)
  const states = new Set(statedDrafts.map(({ state }) => state))
  if (states.has('denied') && states.has('stated') && conflicts.length === 0) conflicts.push(conflict(statedDrafts))
  return {
    draft: {
      ...first,
      value,
      state: statedDrafts.at(-1)?.state ?? first.state,
      confidence: Math.min(...statedDrafts.map(({ confidence }) => confidence)),
      evidence,
    },
    conflicts: [...conflicts, ...doubts],
  }
}

function evidenceOf(drafts: readonly Draft[]): Draft['evidence'] {
  const evidenceByKey = new Map(
    drafts.flatMap(({ evidence }) => evidence).map((one) => [`${one.turn} ${one.quote} ${one.sentence ?? ''}`, one]),
  )
  return [...evidenceByKey.values()].sort((one, another) => one.turn - another.turn)
}

const conflict = (drafts: readonly Draft[], values = drafts.map(({ value }) => value.join('; '))): Flag => ({
  severity: 2,
  text: '',
  reason: `Different parts of the session say different things: ${[...new Set(values)].map(quoteOf).join(', then ')}. Check which is right.`,
})

const doubt = (unclear: readonly Draft[]): Flag => ({
  severity: 2,
  text: '',
  reason: `Another part of the session mentions this without a certain answer: ${evidenceOf(unclear)
    .map(({ quote }) => quoteOf(quote))
    .join(', ')}. Check which is right.`,
})

function mergedValue(field: Field, drafts: readonly Draft[]): { value: string[]; conflicts: Flag[] } {
  const values = drafts.map(({ value }) => value)
  const texts = values.map((value) => value.join('\n'))
  switch (field.type) {
    case 'string':
      return { value: [mergedText(texts, field.format)], conflicts: [] }
    case 'multiple_choice': {
      const all = new Set(values.flat())
      return { value: field.options.filter((option) => all.has(option)), conflicts: [] }
    }
    case 'table':
      return mergedTable(field.headers, field.rows, values, drafts)
    case 'template':
      return { value: [mergedTemplate(field.text, texts)], conflicts: [] }
    default: {
      const differ = new Set(values.map((value) => words(value.join(' ')))).size > 1
      return { value: values.at(-1) ?? [], conflicts: differ ? [conflict(drafts)] : [] }
    }
  }
}

function mergedText(texts: readonly string[], format?: ListFormat): string {
  const lists = numberedLists(texts, format)
  const isList = texts.some((text) => text.includes('\n') || /^\s*(?:[-•*]|\d+\.)\s/.test(text))
  const units = lists?.flat() ?? texts.flatMap((text) => text.split(isList ? /\n+/ : /(?<=[.!?。？！])\s+/))
  const distinctUnits: string[] = []
  for (const unit of units) {
    const unitWords = ` ${words(unit)} `
    if (unitWords.trim() === '' || distinctUnits.some((keptUnit) => ` ${words(keptUnit)} `.includes(unitWords)))
      continue
    distinctUnits.push(unit.trim())
  }
  if (lists !== null) return distinctUnits.map((unit, at) => `${at + 1}. ${unit}`).join('\n')
  return distinctUnits.join(isList ? '\n' : ' ')
}

function numberedLists(texts: readonly string[], format?: ListFormat): string[][] | null {
  const lists = texts.map(numberedItems).filter((items) => items !== null)
  if (lists.length < texts.length) return null
  return format === 'numbered' || lists.some((items) => items.length > 1) ? lists : null
}

function mergedTable(
  headers: readonly string[],
  templateRows: readonly (readonly string[])[],
  values: readonly (readonly string[])[],
  drafts: readonly Draft[],
): { value: string[]; conflicts: Flag[] } {
  const isGiven = (row: number) => templateRows[row]?.some((cell) => cell.trim() !== '') === true
  const [first = [], ...others] = values.map((value) => tableRows({ headers, value }))
  const rows = first.map((row) => [...row])
  const conflicts: Flag[] = []
  for (const table of others) {
    for (const [at, row] of table.entries()) {
      const ownRow = rows[at]
      if (isGiven(at) && ownRow !== undefined) {
        for (const [column, cell] of row.entries()) {
          const previousCell = ownRow[column] ?? ''
          if (cell.trim() === '' || words(cell) === words(previousCell)) continue
          if (previousCell.trim() !== '') conflicts.push(conflict(drafts, [previousCell, cell]))
          ownRow[column] = cell
        }
      } else if (words(row.join(' ')) !== '' && !rows.some((one) => words(one.join(' ')) === words(row.join(' '))))
        rows.push([...row])
    }
  }
  const filledRows = rows.filter((row, at) => isGiven(at) || row.some((cell) => cell.trim() !== ''))
  return { value: filledRows.flat(), conflicts }
}

function fillsOf(fixedParts: readonly string[], text: string): string[] | null {
  const fills: string[] = []
  let at = 0
  for (const [index, words] of fixedParts.entries()) {
    const position = index === fixedParts.length - 1 && words === '' ? text.length : text.indexOf(words, at)
    if (position === -1 || (index === 0 && position !== 0)) return null
    if (index > 0) fills.push(text.slice(at, position).trim())
    at = position + words.length
  }
  return fills
}

/** If a version lacks the fixed words of the template, joins the whole versions. */
function mergedTemplate(template: string, texts: readonly string[]): string {
  const fixedParts = template.split(/\[[^[\]]*\]/)
  const fills = texts.map((text) => fillsOf(fixedParts, text))
  const wholeFills = fills.filter((one) => one !== null)
  if (wholeFills.length < texts.length) return [...new Set(texts)].join('\n\n')
  return fixedParts
    .map((words, at) => (at === 0 ? words : `${mergedText(wholeFills.map((one) => one[at - 1] ?? ''))}${words}`))
    .join('')
}
