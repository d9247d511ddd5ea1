import { jsonrepair } from 'jsonrepair'
import { withoutThinking } from './thinking.ts'

export interface ListReader {
  read(piece: string): unknown[]
}

function strictly(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Reads JSON, and repairs slips such as a comma at the end or a quote of the wrong kind. Null: it is no JSON. The text
 * must be complete, because the repair would complete a value that was cut off.
 */
function parsed(text: string): unknown {
  const value = strictly(text)
  if (value !== null) return value
  try {
    return JSON.parse(jsonrepair(text))
  } catch {
    // Text that cannot be repaired is ignored, as if the answer did not contain this value.
    return null
  }
}

/**
 * Creates a reader for the objects of a list. The list is the whole JSON value (`[{…}]`) or a property of a JSON object
 * (`{"answers":[{…}]}`). The reader reads each character once. A parser that parses the whole text again after each
 * piece would block the server on long answers.
 */
export function listReader(): ListReader {
  let text = ''
  let at = 0
  const brackets: string[] = []
  let inString = false
  let escaped = false
  let itemStart = 0
  const isItem = () => brackets.length < 3 && /^\{?\[$/.test(brackets.join(''))
  return {
    read(piece) {
      text += piece
      const objects: unknown[] = []
      for (; at < text.length; at++) {
        const character = text[at]
        if (inString) {
          if (escaped) escaped = false
          else if (character === '\\') escaped = true
          else if (character === '"') inString = false
        } else if (character === '"') inString = brackets.length > 0
        else if (character === '{' || character === '[') {
          if (character === '{' && isItem()) itemStart = at
          brackets.push(character)
        } else if (character === '}' || character === ']') {
          brackets.pop()
          if (character === '}' && isItem()) objects.push(parsed(text.slice(itemStart, at + 1)))
        }
      }
      return objects.filter((one) => one !== null)
    },
  }
}

export const beginsAsJson = (text: string): boolean => /^\s*(?:$|[[{])/.test(text)

/** Maximum number of brackets without an end that are tried as the beginning of the JSON. */
const triesMax = 50
const depthMax = 6

function endOf(text: string, from: number): number {
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return -1
}

/**
 * Finds the items in a value: the value itself, or in lists and properties at any depth, also of JSON inside a string.
 * If a property is an item without its name (`{"f0": {…}}`), `field` is the name.
 */
function itemsOf<Item>(value: unknown, readItem: (value: unknown) => Item | null, depth = 0): Item[] {
  if (depth > depthMax || value === null) return []
  if (typeof value === 'string') {
    const text = value.trim()
    return /^[[{]/.test(text) && endOf(text, 0) === text.length ? itemsOf(parsed(text), readItem, depth + 1) : []
  }
  if (typeof value !== 'object') return []
  const item = readItem(value)
  if (item !== null) return [item]
  return Object.entries(value).flatMap(([field, inside]) => {
    const isObject = typeof inside === 'object' && inside !== null && !Array.isArray(inside)
    const item = isObject && !Array.isArray(value) ? readItem({ field, ...inside }) : null
    return item === null ? itemsOf(inside, readItem, depth + 1) : [item]
  })
}

/**
 * Returns the items of the last complete JSON value that has any, in the text of a model that may also have other words.
 * What the model thought is no answer. Of an answer that was cut off, returns the objects that are complete.
 */
export function itemsIn<Item>(text: string, readItem: (value: unknown) => Item | null): Item[] {
  const words = withoutThinking(text).trim()
  let last: Item[] = words.startsWith('"') ? itemsOf(strictly(words), readItem) : []
  if (last.length > 0) return last
  const bracket = /[[{]/g
  let tries = 0
  for (let match = bracket.exec(words); match !== null && tries < triesMax; match = bracket.exec(words)) {
    const end = endOf(words, match.index)
    if (end === -1) {
      tries++
      const complete = itemsOf(listReader().read(words.slice(match.index)), readItem)
      if (complete.length > 0) return last.length > 0 ? last : complete
    } else {
      const items = itemsOf(parsed(words.slice(match.index, end)), readItem)
      if (items.length > 0) last = items
      bracket.lastIndex = end
    }
  }
  return last
}
