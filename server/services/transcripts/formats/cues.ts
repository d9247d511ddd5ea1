import { cueHeadLines } from './end.ts'
import { endsSentence, type ReadTurn, turnOf } from './lines.ts'
import { msOfTime, timePattern } from './times.ts'

const timing = new RegExp(`^\\s*(${timePattern})\\s*-->\\s*${timePattern}(?:\\s|$)`)
const notWords = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
}

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })

export const hasCues = (lines: readonly string[]): boolean => lines.some((line) => timing.test(line))

interface Spoken {
  speaker: string | null
  words: string
}

const namePattern = /^([\p{L}][^:<>\n]{0,59}):\s+(?=\S)/u

function spokenIn(payload: string): Spoken[] {
  const spokenPieces: Spoken[] = []
  let speaker: string | null = null
  for (const part of payload.split(/(<[^<>\n]{0,200}>)/)) {
    const voice = /^<v(?:\.[^\s>]*)?\s([^>]+)>$/.exec(part)
    if (voice !== null) speaker = decoded(voice[1] ?? '').trim()
    else if (/^<\/v>$/.test(part)) speaker = null
    else if (/^<\/?(?:[a-z][^>]*|\d[\d:.]*)>$/i.test(part)) continue
    else {
      const last = spokenPieces.at(-1)
      if (last !== undefined && last.speaker === speaker) last.words += part
      else spokenPieces.push({ speaker, words: part })
    }
  }
  return spokenPieces.flatMap(({ speaker, words }) => {
    const text = decoded(words)
      .replaceAll(/\{\\[^}]{0,40}\}/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const label = speaker === null ? namePattern.exec(text) : null
    if (label !== null) return [{ speaker: label[1]?.trim() ?? null, words: text.slice(label[0].length) }]
    return text === '' ? [] : [{ speaker, words: text }]
  })
}

function pieces(payload: readonly string[]): string[] {
  const dashes = payload.filter((line) => /^\s*[-–—]\s?\S/.test(line)).length
  const grouped: string[] = []
  for (const line of payload) {
    const begins = (dashes > 1 && /^\s*[-–—]/.test(line)) || namePattern.test(line.trim())
    const text = dashes > 1 ? line.replace(/^\s*[-–—]\s?/, '') : line
    if (begins || grouped.length === 0) grouped.push(text)
    else grouped[grouped.length - 1] += ` ${text}`
  }
  return grouped
}

/**
 * Reads WebVTT and SRT. Numbers, times, notes, styles and tags are no words. A cue that continues the unfinished
 * sentence of the same speaker belongs to the turn before.
 */
export function turnsOfCues(allLines: readonly string[]): ReadTurn[] {
  const filledCount = allLines.findLastIndex((line) => line.trim() !== '') + 1
  const filledLines = allLines.slice(0, filledCount)
  const cueCount = filledLines.filter((line) => timing.test(line)).length
  const lines = filledLines.slice(0, filledLines.length - cueHeadLines(filledLines, cueCount))
  // `isOpen`: the last sentence of the turn is not finished. The turn itself may be long, so it is not read again.
  const turns: (Spoken & { beginMs: number | null; isOpen: boolean })[] = []
  const add = (beginMs: number | null, payload: readonly string[]) => {
    for (const piece of pieces(payload))
      for (const { speaker, words } of spokenIn(piece)) {
        const last = turns.at(-1)
        const isOpen = !endsSentence(words)
        if (last?.isOpen && last.speaker === speaker) {
          last.words += ` ${words}`
          last.isOpen = isOpen
        } else turns.push({ speaker, words, beginMs, isOpen })
      }
  }
  const starts = lines.flatMap((line, index) => (timing.test(line) ? [index] : []))
  const headLines = lines.slice(0, starts[0])
  // Text before the first cue that is neither a header nor the name of the cue was written by somebody.
  const header = headLines.findIndex((line) => line.trim() !== '' && !notWords.test(line.trim()))
  if (header !== -1 && !/^WEBVTT/.test(headLines.find((line) => line.trim() !== '') ?? ''))
    add(
      null,
      headLines.slice(header, -1).filter((line) => line.trim() !== '' && !/^\d+$/.test(line.trim())),
    )
  for (const [index, start] of starts.entries()) {
    const body = lines.slice(start + 1, starts[index + 1])
    const end = index + 1 < starts.length ? withoutName(body) : body
    const payload: string[] = []
    let isNote = false
    let isBlank = false
    for (const line of end) {
      if (line.trim() === '') {
        isNote = false
        isBlank = true
      } else if (isBlank && notWords.test(line)) isNote = true
      else if (!isNote) payload.push(line)
    }
    add(msOfTime(timing.exec(lines[start] ?? '')?.[1] ?? ''), payload)
  }
  return turns.map(({ speaker, words, beginMs }) => turnOf(speaker, words, beginMs))
}

/** Removes the name of the next cue: a line between an empty line and the times, or a number before the times. */
function withoutName(body: readonly string[]): readonly string[] {
  const last = body.at(-1) ?? ''
  if (last.trim() === '') return body
  const isAfterBlank = (body.at(-2) ?? '').trim() === ''
  return isAfterBlank || /^\s*\d+\s*$/.test(last) ? body.slice(0, -1) : body
}
