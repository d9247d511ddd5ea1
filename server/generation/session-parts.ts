import { onceFor, onceForEach } from './once.ts'
import { readLabel } from './reading/speakers.ts'

/** Estimated number of characters per token. English text has about four. */
const charactersPerToken = 3.5
/** Number of characters of the part of every prompt that states the rules and an example. */
const rulesLength = 5_500
/** Share of the rest of a model's context that the transcript may use. */
const transcriptShare = 0.6
/** The transcript may use at least this share of the whole context, also if the context is hardly longer than the rules. */
const transcriptShareMin = 0.3
/** Share of a part that the next part repeats, so that no answer is read without its question. */
const overlapShare = 0.1
/** Number of characters that a prompt adds to each turn: the number of the turn in brackets. */
const turnOverhead = 8

/** `contextSize` is in tokens; 0 means no limit. */
export function transcriptRoom(contextSize: number): number {
  if (contextSize === 0) return Number.POSITIVE_INFINITY
  const characters = contextSize * charactersPerToken
  return Math.max((characters - rulesLength) * transcriptShare, characters * transcriptShareMin)
}

export const transcriptLength = (turns: readonly string[]): number =>
  turns.reduce((sum, turn) => sum + turn.length + turnOverhead, 0)

/** Turns outside the part are empty strings, so that the indexes stay the same. */
export interface SessionPart {
  turns: readonly string[]
  from: number
  to: number
}

interface Piece {
  turn: number
  text: string
}

/** Cuts a session into overlapping parts that a model with this context size can read (product 10.4). */
export const sessionParts = (turns: readonly string[], contextSize: number): readonly SessionPart[] =>
  partsOf(turns)(contextSize)

/** Cached, so that all groups of fields send the same parts and share the provider's cache. */
const partsOf = onceFor((turns: readonly string[]) =>
  onceForEach((contextSize: number) => cutSession(turns, contextSize)),
)

function cutSession(turns: readonly string[], contextSize: number): SessionPart[] {
  const room = transcriptRoom(contextSize)
  if (transcriptLength(turns) <= room) return [{ turns, from: 0, to: Math.max(0, turns.length - 1) }]
  const pieces = turns.flatMap((text, turn) => cut(text, room / 4).map((piece): Piece => ({ turn, text: piece })))
  const length = ({ text }: Piece) => text.length + turnOverhead
  const parts: SessionPart[] = []
  let first = 0
  while (first < pieces.length) {
    let usedLength = 0
    let end = first
    for (; end < pieces.length; end++) {
      const next = length(pieces[end] ?? { turn: 0, text: '' })
      if (end > first && usedLength + next > room) break
      usedLength += next
    }
    parts.push(partOf(pieces.slice(first, end), turns.length))
    if (end >= pieces.length) break
    let overlapStart = end
    for (let overlapLength = 0; overlapStart > first + 1 && overlapLength < room * overlapShare; overlapStart--)
      overlapLength += length(pieces[overlapStart - 1] ?? { turn: 0, text: '' })
    first = overlapStart
  }
  return parts
}

function partOf(pieces: readonly Piece[], turnCount: number): SessionPart {
  const turns = Array.from({ length: turnCount }, () => '')
  for (const { turn, text } of pieces) turns[turn] = turns[turn] === '' ? text : `${turns[turn]} ${text}`
  return { turns, from: pieces[0]?.turn ?? 0, to: pieces.at(-1)?.turn ?? 0 }
}

/** Cuts at the end of a sentence if possible, otherwise between words, otherwise anywhere. */
function cut(turn: string, longest: number): string[] {
  if (turn.length <= longest) return [turn]
  const label = turn.slice(0, readLabel(turn).from)
  const size = Math.max(1, Math.floor(longest) - label.length)
  const pieces: string[] = []
  for (let at = label.length; at < turn.length; ) {
    const window = turn.slice(at, at + size)
    const isLast = at + size >= turn.length
    const sentence = Math.max(...['. ', '? ', '! ', '。', '？', '\n'].map((end) => window.lastIndexOf(end)))
    const word = window.lastIndexOf(' ')
    const breakAt = isLast ? window.length : sentence > 0 ? sentence + 1 : word > 0 ? word + 1 : window.length
    pieces.push(`${label}${window.slice(0, breakAt).trim()}`)
    at += breakAt
  }
  return pieces
}
