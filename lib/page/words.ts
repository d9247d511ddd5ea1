const uneven = /^\s|\s$|\s\s|[^\S ]/

export const squash = (text: string): string => (uneven.test(text) ? text.replace(/\s+/g, ' ').trim() : text)

/** Cached results of `fold`, because a fill may read the same form several times. */
const folded = new Map<string, string>()
const foldedMost = 2000

/** Matches printable ASCII, which Unicode normalisation does not change. So the slow normalisation is skipped. */
const plain = /^[ -~]*$/

/** Normalises a text for comparison: one line, lower case, NFKC. */
export function fold(text: string): string {
  const line = squash(text)
  if (plain.test(line)) return line.toLowerCase()
  let cachedText = folded.get(line)
  if (cachedText === undefined) {
    cachedText = line.normalize('NFKC').toLowerCase()
    if (folded.size >= foldedMost) folded.clear()
    // Cache only short texts such as labels and options, not the text of a note.
    if (line.length <= 300) folded.set(line, cachedText)
  }
  return cachedText
}

const unseen = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Normalises a text for comparison with what a person sees: like `fold`, without zero-width characters and marks of
 * direction. Two texts that differ only in them look equal.
 */
export const foldSeen = (text: string): string => (plain.test(text) ? fold(text) : fold(text.replace(unseen, '')))

/** True if the text turns letters around (U+202D, U+202E), so that a person reads other words than the program. */
export const turnsLetters = (text: string): boolean => /[\u202d\u202e]/.test(text)

export function labelText(text: string): string {
  let label = squash(text)
  for (;;) {
    const shorter = label.replace(/(?:[:*,]|\((?:required|optional)\))$/i, '').trim()
    if (shorter === label) return label
    label = shorter
  }
}

export const lines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u200b\ufeff]/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

const slugMost = 40
const isSlugged = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

/**
 * Keeps the ASCII letters and digits of a lower-case text. Replaces each run of other characters between letters or
 * digits by one `-`. The result has at most 40 characters.
 */
export function slug(text: string): string {
  const codes: number[] = []
  let between = false
  for (let at = 0; at < text.length && codes.length < slugMost; at++) {
    const code = text.charCodeAt(at)
    if (!isSlugged(code)) between = true
    else {
      if (between && codes.length > 0) codes.push(45)
      between = false
      codes.push(code)
    }
  }
  return String.fromCharCode(...codes.slice(0, slugMost)).replace(/-$/, '')
}

/** Returns a short stable hash of a text (53 bits, base 36). Not for security. */
export function hash(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
