/** Anything but words with one space between them. */
const uneven = /^\s|\s$|\s\s|[^\S ]/

/** One line of text: every run of white space, non-breaking space included, is one space. */
export const squash = (text: string): string => (uneven.test(text) ? text.replace(/\s+/g, ' ').trim() : text)

/** A form is read again before every write, and says the same each time. */
const folded = new Map<string, string>()
const foldedMost = 2000

/** Letters that are one form whatever is normalized. */
const plain = /^[ -~]*$/

/** For comparing words of a page with words of a note: one line, no case. */
export function fold(text: string): string {
  const line = squash(text)
  if (plain.test(line)) return line.toLowerCase()
  let known = folded.get(line)
  if (known === undefined) {
    known = line.normalize('NFKC').toLowerCase()
    if (folded.size >= foldedMost) folded.clear()
    // Labels and options, never a note's own long words.
    if (line.length <= 300) folded.set(line, known)
  }
  return known
}

/** A label without what forms hang on its end: colon, star, "(required)". */
export function labelText(text: string): string {
  let label = squash(text)
  for (;;) {
    const shorter = label.replace(/(?:[:*,]|\((?:required|optional)\))$/i, '').trim()
    if (shorter === label) return label
    label = shorter
  }
}

/** Text of many lines, as compared when it is read back: lines without their outer space, empty lines left out. */
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

/** The plain letters and digits of a folded text, `-` for whatever stands between them; 40 characters at most. */
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

/** A short stable name for a text (53 bits, base 36); for telling things apart, not for secrets. */
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
