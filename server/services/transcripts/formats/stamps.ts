import { readLabel } from '../../../../lib/contracts/speaker-label.ts'
import { msOfTime, timePattern } from './times.ts'

export interface Header {
  beginMs: number
  speaker: string | null
  words: string
}

const speaker = String.raw`(?<speaker>[\p{L}\p{N}][^:：()\[\]<>\t]{0,58})`
const bracketed = String.raw`\[(?<speaker>[^\]]{1,60})\]`
const time = `(?<time>${timePattern})(?:\\s{0,3}(?:-->|->|–|—|-)\\s{0,3}${timePattern})?`
const words = '(?<words>.*)'
const gap = String.raw`\s{0,8}`

interface Style {
  pattern: RegExp
  /** True if nothing but a transcript is written like this. Otherwise the names must show that they are speakers. */
  isSure: boolean
}

const style = (pattern: string, { isSure = false } = {}): Style => ({
  pattern: new RegExp(`^${pattern}$`, 'u'),
  isSure,
})

const styles: readonly Style[] = [
  // WhisperX: [00:00:03.120 --> 00:00:05.000]  [SPEAKER_00]: words
  style(`\\[${time}\\]${gap}${bracketed}\\s?:?${words}`, { isSure: true }),
  // [00:03] Name: words · (00:03) Name: words · 00:00:03 Name: words · 00:00:03 - Name: words
  style(`[[(]?${time}[\\])]?${gap}[-–—|]?\\s?${speaker}[:：]${words}`),
  // Name: [00:03] words · Name (00:03): words · Name [00:03] words
  style(`${speaker}[:：]?\\s?[[(]${time}[\\])]\\s?[:：]?${words}`),
  // Zoom: [Name] 10:02:15
  style(`${bracketed}${gap}${time}`, { isSure: true }),
  // Otter: Name  0:05
  style(`${speaker}(?:\\s{2}|\\t)${gap}${time}`, { isSure: true }),
  // Teams: Name 0:05 · Name | 0:05
  style(`${speaker}\\s(?:[|·•-]\\s)?${time}`),
  // 0:05  Name
  style(`${time}(?:\\s{2}|\\t)${gap}${speaker}`),
  // [00:03] words · [00:00:03.120 --> 00:00:05.000] words
  style(`\\[${time}\\]${words}`),
  // 00:00:05 on a line of its own
  style(time),
]

function headerOf(line: string, { pattern }: Style): Header | null {
  const { time = '', speaker = '', words = '' } = pattern.exec(line.trim())?.groups ?? {}
  const beginMs = msOfTime(time)
  return beginMs === null ? null : { beginMs, speaker: speaker.trim() || null, words: words.trim() }
}

const particle = /^(?:de|del|della|der|den|di|da|do|dos|la|le|van|von|zu|el|al|bin|of|the|y|e|i)$/

const isName = (speaker: string): boolean =>
  readLabel(`${speaker}: x`).role !== 'unknown' ||
  speaker.split(/[\s\u00a0]+/).every((word) => /^[\p{Lu}\p{Lo}\p{N}]/u.test(word) || particle.test(word))

/** True if the names before or after the times are names of speakers: one of them is a role or speaks twice. */
function areSpeakers(headers: readonly Header[], isSure: boolean): boolean {
  const names = headers.flatMap(({ speaker }) => speaker ?? [])
  if (names.length === 0) return true
  const isUsed = ([name, uses]: [string, string[]]) => readLabel(`${name}: x`).role !== 'unknown' || uses.length > 1
  return names.every(isName) && (isSure || [...Map.groupBy(names, (name) => name)].some(isUsed))
}

/**
 * Finds the way in which a text writes the time of a turn, and returns a function that reads it from a line. Null if
 * the text has no times. The times must never go back, and a line without words must be followed by words. So a list
 * of times in somebody's words stays as it is.
 */
export function readStamps(lines: readonly string[]): ((line: string) => Header | null) | null {
  const filledLines = lines.filter((line) => line.trim() !== '')
  for (const style of styles) {
    const all = filledLines.map((line) => headerOf(line, style))
    const headers = all.flatMap((header) => header ?? [])
    const isOrdered = headers.every(
      ({ beginMs }, index) => index === 0 || beginMs >= (headers[index - 1]?.beginMs ?? 0),
    )
    const hasWords = all.every((header, index) => header === null || header.words !== '' || all[index + 1] === null)
    const isFrequent = headers.length > 1 && headers.length / filledLines.length >= 0.2
    if (isFrequent && isOrdered && hasWords && areSpeakers(headers, style.isSure))
      return (line) => headerOf(line, style)
  }
  return null
}
