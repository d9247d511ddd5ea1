/** Reads the objects of a list while its text is still growing. */
export interface ListReader {
  /** Takes the next characters, and returns the objects that they complete. */
  read(piece: string): unknown[]
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Text that looks like an object but is not valid JSON is ignored. The field then counts as missing.
    return null
  }
}

/**
 * Reads the objects of a list that is the whole JSON value, or a property of it: `[{…}]` or `{"answers":[{…}]}`. Each
 * character is looked at once. A parser that begins anew with each piece would block the server on long answers.
 */
export function listReader(): ListReader {
  let text = ''
  let at = 0
  /** The open brackets, outermost first. */
  const open: string[] = []
  let inString = false
  let escaped = false
  let begun = 0
  const isItem = () => {
    const above = open.join('')
    return above === '[' || above === '{['
  }
  return {
    read(piece) {
      text += piece
      const found: unknown[] = []
      for (; at < text.length; at++) {
        const character = text[at]
        if (inString) {
          if (escaped) escaped = false
          else if (character === '\\') escaped = true
          else if (character === '"') inString = false
        } else if (character === '"') inString = open.length > 0
        else if (character === '{' || character === '[') {
          if (character === '{' && isItem()) begun = at
          open.push(character)
        } else if (character === '}' || character === ']') {
          open.pop()
          if (character === '}' && isItem()) found.push(parsed(text.slice(begun, at + 1)))
        }
      }
      return found.filter((one) => one !== null)
    },
  }
}

/** True while a text may still become JSON alone: nothing came yet, or it begins with a bracket. */
export const beginsAsJson = (text: string): boolean => /^\s*(?:$|[[{])/.test(text)

/** How many brackets of a text are tried as the beginning of the JSON. */
const triesMax = 50

/** The objects of the first list in a text that has other words before, around or after it. */
export function listIn(text: string): unknown[] {
  for (const { index } of [...text.matchAll(/[[{]/g)].slice(0, triesMax)) {
    const found = listReader().read(text.slice(index))
    if (found.length > 0) return found
  }
  return []
}

/** The first JSON object in a text that may have other words around it. Null: there is none. */
export function objectIn(text: string): unknown {
  const end = text.lastIndexOf('}')
  for (const { index } of [...text.matchAll(/\{/g)].slice(0, triesMax)) {
    const found = parsed(text.slice(index, end + 1))
    if (found !== null) return found
  }
  return null
}
