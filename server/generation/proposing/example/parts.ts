export interface Part {
  heading: string
  body: string[]
}

const wordsMax = 8
const wordCount = (text: string) => text.trim().split(/\s+/).length
// The lookbehind lets a run of marks match from its first mark only, in linear time.
const marks = /^[#*_\s]+|(?<![#*_:\s])[#*_:\s]+$/g
const underline = /^\s*(?:={3,}|-{3,}|_{3,})\s*$/

/** The text before the first heading has the heading ''. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [{ heading: '', body: [] }]
  const lines = text.split(/\r\n|\r|\n/)
  for (const [index, line] of lines.entries()) {
    if (underline.test(line)) continue
    const section = headingOf(line, lines[index + 1] ?? '')
    if (section !== null) parts.push({ heading: section.heading, body: section.value === '' ? [] : [section.value] })
    else if (line.trim() !== '') parts.at(-1)?.body.push(line)
  }
  return parts
}

function headingOf(line: string, next: string): { heading: string; value: string } | null {
  const bare = line.replace(marks, '').trim()
  if (bare === '' || !/\p{L}/u.test(bare) || /^\s*(?:[-•–]|\*\s|\d{1,2}[.)]|\||\[[ xX]?\]|[☐☒☑])/.test(line))
    return null
  const headingOnly = { heading: bare, value: '' }
  if (/^\s*#{1,6}\s/.test(line) || /^\s*(\*\*|__)[^*_]+\1\s*:?\s*$/.test(line)) return headingOnly
  if (wordCount(bare) <= wordsMax) {
    if (/:\s*$/.test(line.replace(/(?<![*_\s])[*_\s]+$/, ''))) return headingOnly
    if (underline.test(next) && next.trim().length >= 3) return headingOnly
    if (bare === bare.toUpperCase() && /\p{Lu}{2}/u.test(bare) && !/[.!?]$/.test(bare)) {
      return /:/.test(bare) ? inline(line) : headingOnly
    }
  }
  return inline(line)
}

const letters: Record<string, string> = {
  S: 'Subjective',
  O: 'Objective',
  A: 'Assessment',
  P: 'Plan',
  D: 'Data',
  B: 'Behavior',
  I: 'Intervention',
  R: 'Response',
  G: 'Goals',
}

const telling = /\b(?:said|says|told|asked|reports?|reported|states|stated|denied|denies|added|replied)\b/i

/** A sentence that contains a colon is not a heading. */
function inline(line: string): { heading: string; value: string } | null {
  const [, letter = '', words = ''] = /^([A-Z])[:.]\s+(\S.*)$/.exec(line.trim()) ?? []
  const letterHeading = letters[letter]
  if (letterHeading !== undefined) return { heading: letterHeading, value: words.trim() }
  const [, label = '', value = ''] = /^([^:]{2,60}?)(?:\*\*|__)?:(?:\*\*|__)?\s+(\S.*)$/.exec(line.trim()) ?? []
  const heading = label.replace(marks, '').trim()
  const isLabel =
    heading !== '' &&
    !telling.test(heading) &&
    wordCount(heading) <= 6 &&
    !/[.,;!?]/.test(heading) &&
    /^[\p{Lu}\d(]/u.test(heading)
  return isLabel ? { heading, value: value.trim() } : null
}
