import { readLabel } from '../../../../lib/contracts/speaker-label.ts'
import { hasCues, turnsOfCues } from './cues.ts'
import { turnsOfJson } from './json.ts'
import { readLabels } from './labels.ts'
import { linesOf, type ReadTurn, turnOf } from './lines.ts'
import { readStamps } from './stamps.ts'

export { endsInside } from './end.ts'
export type { ReadTurn } from './lines.ts'

/** Texts with more lines are no transcripts: the longest one has 50,000 turns, each with a number, a time and its words. */
const linesMost = 200_000

/**
 * Reads a transcript of any tool: WebVTT, SRT, the JSON of speech tools, text with times, text with speakers, or plain
 * text. Numbers of cues, times and tags are no words. Each turn begins with its speaker if the text names one.
 */
export function readTranscript(text: string): ReadTurn[] {
  const json = turnsOfJson(text.replace(/^\ufeff/, ''))
  if (json !== null) return json
  const lines = linesOf(text)
  const filledLines = lines.filter((line) => line.trim() !== '')
  if (filledLines.length > linesMost) return filledLines.map((line) => turnOf(null, line.trim(), null))
  if (hasCues(lines)) return turnsOfCues(lines)
  return turnsOfLines(withoutNumbers(lines))
}

/** Removes numbers before the labels: `1 Clinician: …`, `2 Patient: …`. They must count up by one. */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  const filledLines = lines.filter((line) => line.trim() !== '')
  const areNumbers =
    filledLines.length > 1 &&
    filledLines.every((line, index) => {
      const [, number, rest = ''] = /^(\d{1,5})[.)]?\s(.*)$/.exec(line.trim()) ?? []
      return Number(number) === index + 1 && readLabel(rest.trim()).role !== 'unknown'
    })
  return areNumbers ? lines.map((line) => line.trim().replace(/^\d{1,5}[.)]?\s+/, '')) : lines
}

/**
 * Reads lines. A line with a time or a speaker begins a turn. A line without them continues the turn before if that
 * one is only a name, or if the transcript has times.
 */
function turnsOfLines(lines: readonly string[]): ReadTurn[] {
  const stampOf = readStamps(lines)
  const stamped = lines.map((line) => stampOf?.(line) ?? null)
  const labelOf = readLabels(lines.map((line, index) => stamped[index]?.words ?? line))
  const turns: ReadTurn[] = []
  let openTurn: { speaker: string | null; words: string; beginMs: number | null } | null = null
  const close = () => {
    if (openTurn !== null && openTurn.words !== '')
      turns.push(turnOf(openTurn.speaker, openTurn.words, openTurn.beginMs))
  }
  let isBlank = false
  let continues = false
  for (const [index, line] of lines.entries()) {
    const words = line.trim()
    if (words === '') {
      isBlank = true
      continue
    }
    const header = stamped[index] ?? null
    const label = labelOf(header === null || header.speaker !== null ? words : header.words)
    if (header !== null) {
      close()
      const inside = header.speaker === null ? label : null
      openTurn = {
        speaker: inside?.speaker ?? header.speaker,
        words: inside?.words ?? header.words,
        beginMs: header.beginMs,
      }
      continues = true
    } else if (label !== null) {
      const beginMs: number | null =
        openTurn !== null && openTurn.words === '' && openTurn.speaker === null ? openTurn.beginMs : null
      close()
      openTurn = { ...label, beginMs }
      continues = true
    } else if (openTurn !== null && openTurn.words === '') openTurn.words = words
    else if (openTurn !== null && continues && !isBlank && stampOf !== null) openTurn.words += ` ${words}`
    else {
      close()
      // Without a label, nobody is known to speak this line.
      openTurn = { speaker: null, words, beginMs: null }
      continues = false
    }
    isBlank = false
  }
  close()
  return turns
}

/**
 * Reads the turns of a written transcript (see `readTranscript`). If some lines have a speaker's label, a line without
 * one belongs to the turn before.
 */
export function turnsFromText(text: string): string[] {
  const readTurns = readTranscript(text)
  const labelled = readTurns.map(({ words, labelLength }) => labelLength > 0 || readLabel(words).role !== 'unknown')
  if (!labelled.includes(true)) return readTurns.map(({ words }) => words)
  const turns: string[] = []
  for (const [index, { words }] of readTurns.entries()) {
    const last = turns.at(-1)
    if (labelled[index] === true || last === undefined) turns.push(words)
    else turns[turns.length - 1] = `${last}\n${words}`
  }
  return turns
}
