import { isCutJson } from './json.ts'
import { endsSentence, linesOf, type ReadTurn } from './lines.ts'

/** A part of the times of a cue. */
const partOfTimes = /^[\d:.,\s>-]*$/

/** The number of lines at the end of a text that begin a cue whose words are missing: its number, its times, or both. */
export function cueHeadLines(lines: readonly string[], cueCount: number): number {
  const [before = '', last = ''] = lines.slice(-2).map((line) => line.trim())
  if (!partOfTimes.test(last)) return 0
  const number = String(cueCount + 1)
  if (before === number) return 2
  return before === '' && (number.startsWith(last) || last.includes(':')) ? 1 : 0
}

/** True if the last line of cues is the head of one, whole or in part. */
function endsInHead(lines: readonly string[]): boolean {
  if (lines.at(-1)?.includes('-->')) return true
  return cueHeadLines(lines, lines.filter((line) => line.includes('-->')).length) > 0
}

const turnsMin = 5
const usualShare = 0.9

/**
 * True if a transcript ends inside its last turn: in a cue, in JSON, in the name of a speaker, or in a sentence although
 * nearly all other turns are whole sentences of named speakers.
 */
export function endsInside(text: string, turns: readonly ReadTurn[]): boolean {
  if (isCutJson(text)) return true
  const lines = linesOf(text.trimEnd())
  const times = lines.filter((line) => line.includes('-->'))
  if (times.length > 1 && endsInHead(lines)) return true
  const last = turns.at(-1)
  const others = turns.slice(0, -1)
  const whole = others.filter(({ words, labelLength }) => labelLength > 0 && endsSentence(words))
  if (last === undefined || others.length < turnsMin || whole.length < others.length * usualShare) return false
  const lastLine = lines.at(-1)?.trim() ?? ''
  if (whole.some(({ words, labelLength }) => words.slice(0, labelLength).startsWith(lastLine))) return true
  return last.labelLength > 0 && (!endsSentence(last.words) || /[:;]$/.test(last.words))
}
