import { readLabel } from './reading/speakers.ts'

/**
 * Cuts a transcript's text into turns, numbered by their place. A line that begins with a speaker's label begins a turn,
 * lines without one belong to the turn before. Text without any label: one turn a line.
 */
export function turnsFromText(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const labelled = lines.map((line) => readLabel(line).role !== 'unknown')
  if (!labelled.includes(true)) return lines
  const turns: string[] = []
  for (const [index, line] of lines.entries()) {
    const last = turns.at(-1)
    if (labelled[index] === true || last === undefined) turns.push(line)
    else turns[turns.length - 1] = `${last}\n${line}`
  }
  return turns
}

/** Fewer words than this are a noise, a greeting or a recogniser's mistake; no note stands on them. */
const wordsMin = 3

/** What recognisers write for sounds that are no words: "[music]", "(applause)". */
const sounds =
  /\b(?:music|silence|noise|applause|laughter|inaudible|unintelligible|crosstalk|blank[ _]audio|sound|beep|ringing|static)\b/i
/** What stands in brackets, as far as it may be such a sound. */
const bracketed = /[[(]([^[\]()]{1,100})[\])]/g

/** Whether enough was said to write a note from: without speech there is no note (product 10.8). */
export function somethingSaid(turns: readonly string[]): boolean {
  let words = 0
  for (const turn of turns) {
    const spoken = turn
      .slice(readLabel(turn).from)
      .replaceAll(bracketed, (all, inner: string) => (sounds.test(inner) ? ' ' : all))
    words += spoken.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  }
  return words >= wordsMin
}
