import { mentionsIn } from './mentions.ts'
import type { Sketch } from './sections.ts'

export interface Item {
  name: string
  sketch?: Sketch
}

const bullet = /^\s*(?:[-*•–]|\d{1,2}[.)]|[a-z][.)])\s+(\S.*)$/
const wordsMax = 8
const asking =
  /^(?:please |i (?:want|need) |we (?:want|need) |include |add |with |the |a |an |and |also |fields? for )+/i

/** Extracts bullets, and at least three short parts after a colon. */
export function itemsOf(text: string): { items: Item[]; rest: string } {
  const items: Item[] = []
  const rest: string[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, bulletText] = bullet.exec(line) ?? []
    if (bulletText !== undefined) {
      items.push(...oneItem(bulletText))
      continue
    }
    const colon = line.search(/:\s/)
    const textAfter = colon === -1 ? '' : line.slice(colon + 1)
    const parts = textAfter.split(/[,;](?![^(]*\))/)
    if (parts.length >= 3 && parts.every((part) => wordCount(part) <= wordsMax)) {
      items.push(...parts.flatMap((part) => oneItem(part.replace(/\.\s*$/, ''))))
      rest.push(line.slice(0, colon))
    } else rest.push(line)
  }
  return { items, rest: rest.join('\n') }
}

const inline =
  /\b(?:covers?|covering|includes?|including|contains?|containing|(?:fields?|sections?) (?:for|on|about)|with)\s+([^.:;\n]+)/gi
const personal = /\b(?:my|our|your|their|i|we|you|they|that|which)\b/i
const inlineWordsMax = 4

export function itemsInSentences(text: string): Item[] {
  return [...text.matchAll(inline)].flatMap(([, list = '']) => {
    const parts = list.split(/(?<!\s)\s*,\s*(?:and\s+|or\s+)?|(?<!\s)\s+and\s+/).map((part) => part.trim())
    const isList = parts.length >= 2 && parts.every((part) => wordCount(part) <= inlineWordsMax && !personal.test(part))
    if (!isList) return []
    const usableParts = parts.filter(
      (part) => !/^(?:but|no|not|without)\b/i.test(part) && mentionsIn(part).length === 0,
    )
    return usableParts.flatMap(oneItem)
  })
}

const wordCount = (text: string) => text.trim().split(/\s+/).length

function oneItem(raw: string): Item[] {
  const { name, hint } = cutHint(raw.trim().replace(/(?<![.;,])[.;,]+$/, ''))
  const itemName = name
    .replace(asking, '')
    .replace(/(?<!\s)\s+table$/i, '')
    .trim()
  if (itemName === '' || !/\p{L}/u.test(itemName)) return []
  const sketch = hint === undefined ? sketchOfWords(itemName) : sketchOfHint(hint)
  const short = itemName.split(/\s+/).slice(0, wordsMax).join(' ')
  const instructions = short === itemName ? undefined : itemName
  if (sketch === undefined)
    return [instructions === undefined ? { name: short } : { name: short, sketch: { type: 'string', instructions } }]
  return [{ name: short, sketch: instructions === undefined ? sketch : { ...sketch, instructions } }]
}

function cutHint(item: string): { name: string; hint?: string } {
  const round = /^(.*\S)\s*\(([^()]+)\)$/.exec(item) ?? /^([^:]{2,80}):\s+(.+)$/.exec(item)
  const [, name, hint] = round ?? []
  return name === undefined || hint === undefined ? { name: item.replace(/:$/, '') } : { name, hint }
}

const answers = (hint: string) =>
  hint
    .replace(
      /^(?:(?:choose|select|pick|check)\s)?(?:(?:one|all|any|multiple|single)\s)?(?:(?:of|that apply|choice|options?)\b)?[:\s]*/i,
      '',
    )
    .split(/(?<!\s)\s*[/|,;]\s*(?:or\s+|and\s+)?|(?<!\s)\s+or\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

function sketchOfHint(hint: string): Sketch | undefined {
  if (/^\s*y(?:es)?\s*(?:\/|or|,)\s*no?\s*$/i.test(hint) || /^(?:yes[- ]?no|checkbox|boolean)$/i.test(hint.trim()))
    return { type: 'boolean' }
  if (/^(?:a )?(?:dates?|day)$/i.test(hint.trim())) return { type: 'date' }
  if (/^(?:a )?(?:numbers?|score|count|integer|\d+\s*(?:-|–|to)\s*\d+)$/i.test(hint.trim())) return { type: 'number' }
  if (/^(?:as )?(?:bullets?|bullet points?|bulleted(?: list)?|list)$/i.test(hint.trim()))
    return { type: 'string', format: 'bullet' }
  if (/^(?:free )?(?:text|narrative|paragraphs?)$/i.test(hint.trim())) return { type: 'string', format: 'paragraph' }
  const table = /^(?:a )?table(?: (?:of|with)(?: columns?)?)?[:\s]*/i.exec(hint.trim())?.[0]
  if (table !== undefined) {
    const headers = answers(hint.trim().slice(table.length))
    return headers.length === 0 ? undefined : { type: 'table', headers, rows: [headers.map(() => '')] }
  }
  const options = [...new Set(answers(hint))]
  const short = options.every((option) => wordCount(option) <= 4)
  if (options.length < 2 || !short) return { type: 'string', instructions: hint }
  const several = /all that apply|multiple|any of|check/i.test(hint)
  return { type: several ? 'multiple_choice' : 'single_choice', options }
}

const kinds: [RegExp, Sketch][] = [
  [/\b(?:yes\/no|y\/n)\b|^(?:is|are|does|do|did|has|have|was|were|can)\b|\?$/i, { type: 'boolean' }],
  [/\bstart (?:and|to|\/) (?:end|stop) time/i, { type: 'start_end_time' }],
  [/\bstart time\b/i, { type: 'start_time' }],
  [/\b(?:end|stop) time\b/i, { type: 'end_time' }],
  [/\b(?:date|dob|birthday)\b/i, { type: 'date' }],
  [/\b(?:number of|how many|score|count|age|percent(?:age)?)\b/i, { type: 'number' }],
]

const sketchOfWords = (name: string): Sketch | undefined => kinds.find(([words]) => words.test(name))?.[1]
