/** A piece of a template's text: words that stay, or what the AI is asked to write in their place. */
export type Segment = { kind: 'words'; text: string } | { kind: 'placeholder'; text: string; ask: string }

// A checkbox ([ ] or [x]), an escaped bracket and a Markdown link are not placeholders.
const bracketed = /(?<!\\)\[(?![ xX]?\])([^[\]\n]+)\](?!\()/g

/** Cuts a template's text at its AI placeholders; the segments' texts joined are the text again. */
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

/** Puts one answer into each placeholder, in order; an answer of '' leaves the place empty. */
export function fillTemplateText(text: string, answers: readonly string[]): string {
  let next = 0
  const filled = parseTemplateText(text).map((part) => (part.kind === 'words' ? part.text : (answers[next++] ?? '')))
  return filled
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}
