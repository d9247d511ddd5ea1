import { JSONRepairError, jsonrepair } from 'jsonrepair'
import { excessOf } from '../../../json-excess.ts'
import { type ReadTurn, turnOf } from './lines.ts'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listAt = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** Names under which tools keep the list of what was said, in the order of preference. */
const lists = ['monologues', 'utterances', 'segments', 'paragraphs', 'transcript', 'results', 'result', 'data'] as const
const textKeys = ['text', 'transcript', 'content', 'words_text', 'sentence', 'value'] as const
const speakerKeys = [
  'speaker',
  'speaker_name',
  'speakerName',
  'speaker_label',
  'speaker_id',
  'name',
  'channel',
] as const
const millisecondKeys = ['start_ms', 'startMs', 'begin_ms', 'offset_ms'] as const
const secondKeys = ['start', 'start_time', 'startTime', 'begin', 'ts', 'offset'] as const

const textOf = (item: Fields): string => {
  for (const key of textKeys) if (typeof item[key] === 'string') return item[key].replaceAll(/\s+/g, ' ').trim()
  // Rev keeps words and punctuation one by one.
  const elements = listAt(item.elements ?? item.words)
  const separator = item.elements === undefined ? ' ' : ''
  return elements
    .map(({ value, word, text }) => [value, word, text].find((one) => typeof one === 'string') ?? '')
    .join(separator)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function speakerOf(item: Fields, names: ReadonlyMap<string, string>): string | null {
  for (const key of speakerKeys) {
    const value = isFields(item[key]) ? (item[key].name ?? item[key].id) : item[key]
    if (typeof value === 'number') return names.get(String(value)) ?? `Speaker ${value}`
    if (typeof value !== 'string' || value === '') continue
    const knownName = names.get(value)
    if (knownName !== undefined) return knownName
    return /^(?:[A-Z]|\d{1,2})$/.test(value) ? `Speaker ${value}` : value
  }
  return null
}

function beginOf(item: Fields, inMs: boolean): number | null {
  for (const key of millisecondKeys) if (typeof item[key] === 'number') return Math.round(item[key])
  const first = listAt(item.elements)[0]
  for (const key of secondKeys) {
    const value = item[key] ?? first?.[key]
    if (typeof value === 'number' && value >= 0) return Math.round(inMs ? value : value * 1000)
  }
  return null
}

/** The parts of a transcript. `isCut`: the last part may be without words. */
function spokenList(value: unknown, isCut: boolean, depth = 0): Fields[] {
  if (Array.isArray(value)) {
    const all = listAt(value)
    const last = all.at(-1)
    const items = isCut && last !== undefined && textOf(last) === '' ? all.slice(0, -1) : all
    return items.length > 0 && items.every((item) => textOf(item) !== '' || item.text === '') ? items : []
  }
  if (!isFields(value) || depth > 3) return []
  for (const key of lists) {
    const inside = spokenList(value[key], isCut, depth + 1)
    if (inside.length > 0) return inside
  }
  return []
}

function parsed(text: string): { value: unknown; isCut: boolean } | null {
  if (!/^\s*[[{]/.test(text) || excessOf(Buffer.from(text)) !== null) return null
  try {
    return { value: JSON.parse(text), isCut: false }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  if (!/^\s*(?:\{\s*"|\[\s*\{\s*")/.test(text)) return null
  try {
    return { value: JSON.parse(jsonrepair(text)), isCut: true }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JSONRepairError) return null
    throw error
  }
}

/** True if a text is the JSON of a tool, but does not end as JSON. */
export function isCutJson(text: string): boolean {
  const json = parsed(text.replace(/^\ufeff/, ''))
  return json?.isCut === true && spokenList(json.value, true).length > 0
}

/**
 * Reads the JSON of Whisper, WhisperX, Rev and similar tools. Null if the text is no such JSON, or if it has more parts
 * or levels than a parser reads quickly.
 */
export function turnsOfJson(text: string): ReadTurn[] | null {
  const json = parsed(text)
  if (json === null) return null
  const { value, isCut } = json
  const items = spokenList(value, isCut)
  if (items.length === 0) return null
  const names = new Map(
    (isFields(value) ? listAt(value.speakers) : []).flatMap(({ id, name }) =>
      (typeof id === 'number' || typeof id === 'string') && typeof name === 'string' ? [[String(id), name]] : [],
    ) as [string, string][],
  )
  // AssemblyAI counts in milliseconds, other tools in seconds. Whole numbers of thousands are milliseconds.
  const starts = items.flatMap(({ start }) => (typeof start === 'number' ? [start] : []))
  const inMs = starts.every(Number.isInteger) && starts.some((start) => start > 10_000)
  return items.flatMap((item) => {
    const words = textOf(item)
    return words === '' ? [] : [turnOf(speakerOf(item, names), words, beginOf(item, inMs))]
  })
}
