import { readLabel } from '../../../../lib/contracts/speaker-label.ts'

export interface LabelledLine {
  speaker: string
  words: string
}

const isRole = (name: string) => readLabel(`${name}: x`).role !== 'unknown'

/** Pairs of letters with which people shorten the two speakers, and the names that they stand for. */
const letters: Record<string, string> = { D: 'Doctor', C: 'Clinician', T: 'Therapist', N: 'Nurse', P: 'Patient' }

/** With a therapist, `C` is the client. */
function lettersOf(names: ReadonlyMap<string, unknown>): Readonly<Record<string, string>> {
  const letterNames = [...names.keys()].filter((name) => name in letters)
  if (letterNames.length < 2) return {}
  if (!names.has('P')) return names.has('T') && names.has('C') ? { T: 'Therapist', C: 'Client' } : {}
  return Object.fromEntries(letterNames.map((name) => [name, letters[name] ?? name]))
}

/** A name of at most four words. `Pain score` before a colon may be one too, so its use decides (see `readLabels`). */
const name = String.raw`(\[?\p{L}[\p{L}\p{M}\p{N} .'’_-]{0,48}\]?)`
/** Each way to write a label, with the part that holds the words. */
const styles: readonly { pattern: RegExp; isPlain: boolean }[] = [
  { pattern: new RegExp(`^[*_]{1,3}${name}\\s?[:：]?[*_]{1,3}\\s?[:：–—-]?\\s?(.*)$`, 'u'), isPlain: false },
  { pattern: new RegExp(`^${name}[\\s\\u00a0\\u202f]?[:：﹕︰]\\s*(.*)$`, 'u'), isPlain: true },
  { pattern: new RegExp(`^${name}[\\s\\u00a0]?(?:\\t|[–—|>]|\\s-\\s)\\s*(.*)$`, 'u'), isPlain: false },
]

function labelIn(line: string, style: (typeof styles)[number]): LabelledLine | null {
  const match = style.pattern.exec(line)
  if (match === null) return null
  const [, labelText = '', words = ''] = match
  return { speaker: labelText.replace(/^\[|\]$/g, '').trim(), words: words.trim() }
}

/**
 * Finds the way in which a text names its speakers, and returns a function that reads the label of a line. Other
 * signs than a colon are labels only if two speakers use them and one of them is a known role.
 */
export function readLabels(lines: readonly string[]): (line: string) => LabelledLine | null {
  const filledLines = lines.filter((line) => line.trim() !== '')
  const usable = styles.flatMap((style) => {
    const labels = filledLines.flatMap((line) => labelIn(line.trim(), style) ?? [])
    const byName = Map.groupBy(labels, ({ speaker }) => speaker)
    const short = lettersOf(byName)
    const isKnown = (speaker: string) => isRole(speaker) || speaker in short
    const isSpeaker = (one: string) => isKnown(one) || (byName.get(one)?.length ?? 0) > 1
    const speakers = [...byName.keys()].filter(isSpeaker)
    const isUsed = style.isPlain ? speakers.length > 0 : speakers.length > 1 && speakers.some(isKnown)
    return isUsed ? [{ style, short, isSpeaker }] : []
  })
  return (line) => {
    for (const { style, short, isSpeaker } of usable) {
      const label = labelIn(line.trim(), style)
      if (label === null || !isSpeaker(label.speaker)) continue
      return { speaker: short[label.speaker] ?? label.speaker, words: label.words }
    }
    return null
  }
}
