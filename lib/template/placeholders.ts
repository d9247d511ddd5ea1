export type Segment = { kind: 'words'; text: string } | { kind: 'placeholder'; text: string; ask: string }

// Matches a placeholder. A check box ([ ] or [x]), an escaped bracket and a Markdown link are not placeholders.
const bracketed = /(?<!\\)\[(?![ xX]?\])([^[\]\n]+)\](?!\()/g

/** Splits a template's text at its AI placeholders. The joined texts of the segments equal the input. */
export function parseTemplateText(text: string): Segment[] {
  const segments: Segment[] = []
  let end = 0
  for (const match of text.matchAll(bracketed)) {
    if (match.index > end) segments.push({ kind: 'words', text: text.slice(end, match.index) })
    segments.push({ kind: 'placeholder', text: match[0], ask: (match[1] ?? '').trim() })
    end = match.index + match[0].length
  }
  if (end < text.length) segments.push({ kind: 'words', text: text.slice(end) })
  return segments
}

/**
 * Replaces each placeholder with the next answer. A missing or empty answer removes the placeholder. Also removes the
 * white space at the end of every line.
 */
export function fillTemplateText(text: string, answers: readonly string[]): string {
  let position = 0
  const texts = parseTemplateText(text).map((part) => (part.kind === 'words' ? part.text : (answers[position++] ?? '')))
  return texts
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}
