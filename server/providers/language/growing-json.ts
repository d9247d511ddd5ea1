/** Reads the objects of a list while its text is still growing. */
export interface ListReader {
  /** Takes the next characters, and returns the objects that they complete. */
  read(piece: string): unknown[]
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Text that looks like an object but is not valid JSON is ignored, as if the answer did not contain this object.
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

/** True if a growing text may consist of JSON only: it is empty so far, or it begins with a bracket. */
export const beginsAsJson = (text: string): boolean => /^\s*(?:$|[[{])/.test(text)

/** Maximum number of brackets in a text that are tried as the beginning of the JSON. */
const triesMax = 50

/** Returns the objects of the first list in a text that also has other words. */
export function listIn(text: string): unknown[] {
  for (const { index } of [...text.matchAll(/[[{]/g)].slice(0, triesMax)) {
    const found = listReader().read(text.slice(index))
    if (found.length > 0) return found
  }
  return []
}

/** Returns the first JSON object in a text that may also have other words. Null: there is none. */
export function objectIn(text: string): unknown {
  const end = text.lastIndexOf('}')
  for (const { index } of [...text.matchAll(/\{/g)].slice(0, triesMax)) {
    const found = parsed(text.slice(index, end + 1))
    if (found !== null) return found
  }
  return null
}
