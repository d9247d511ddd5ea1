import type { Field, Flag } from '../../../lib/contracts/index.ts'
import { type Extract, withoutExtracts } from '../reading/extract.ts'
import { labelOf, roleOfLabel, speakerName } from '../reading/who.ts'
import type { PreparedSession } from './prepared-session.ts'

/** More occurrences are not tested, for the time. */
const placesMax = 20

function isCutAtSentences(words: string, turn: number, from: number, { session }: PreparedSession): boolean {
  const turnText = (session.turns[turn] ?? '').replaceAll('\n', ' ')
  const sentences = session.byTurn[turn] ?? []
  const starts = new Set([from, ...sentences.map(({ start }) => start)])
  const ends = new Set(sentences.map(({ end }) => end))
  let at = turnText.indexOf(words)
  for (let place = 0; at >= 0 && place < placesMax; place++) {
    if (starts.has(at) && ends.has(at + words.length)) return true
    at = turnText.indexOf(words, at + 1)
  }
  return false
}

function saidBy({ speaker, words }: Extract, turns: ReadonlySet<number>, prepared: PreparedSession) {
  const { session } = prepared
  const speakers = [...turns].flatMap((turn) => {
    const turnText = session.turns[turn] ?? ''
    const label = labelOf(turnText)
    if (!isCutAtSentences(words, turn, label?.from ?? 0, prepared)) return []
    return label === undefined
      ? ['']
      : ['', label.name, speakerName(roleOfLabel(label.name, turnText, session.context, false), label.name)]
  })
  return speakers.includes(speaker) ? 'speaker' : speakers.length > 0 ? 'another' : 'nobody'
}

/** Speakers of extracts. Any other word before a quotation may be a part of a written sentence. */
const usualSpeakers = new Set(['Provider', 'Patient'])

/** Separates extracts (`Patient: "I sleep badly."`) from the words that the writer wrote. */
export function apartFromExtracts(
  field: Field,
  value: readonly string[],
  turns: ReadonlySet<number>,
  prepared: PreparedSession,
): { rest: string[]; flags: Flag[] } {
  const templateCells = new Set(field.type === 'table' ? field.rows.flat() : [])
  const parts = value.map((text) =>
    templateCells.has(text)
      ? { rest: '', unsaid: [] }
      : withoutExtracts(text, (extract) => saidBy(extract, turns, prepared) === 'speaker'),
  )
  const flags = parts.flatMap(({ unsaid }) =>
    unsaid.flatMap((extract): Flag[] => {
      const by = saidBy(extract, turns, prepared)
      if (by === 'another') return [{ severity: 2, text: extract.words, reason: 'Another speaker said these words.' }]
      if (!usualSpeakers.has(extract.speaker)) return []
      return [{ severity: 2, text: extract.words, reason: 'These exact words were not said.' }]
    }),
  )
  return { rest: parts.map(({ rest }) => rest), flags }
}
