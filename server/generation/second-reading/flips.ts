import type { Flag } from '../../../lib/contracts/index.ts'
import type { Cited, PreparedSession } from '../check/prepared-session.ts'
import { type Anchor, anchorsOf, stemOf } from '../check/stems.ts'
import { writeClosed } from '../embedded/closed.ts'
import { onceFor, onceForEach } from '../once.ts'
import { halfNegation, leaning, negatedAt, negations, type Polarity } from '../reading/clause.ts'
import { comparedSentences, type Sentence } from '../reading/sentences.ts'
import { onlyCited } from './session.ts'

const negation = new RegExp(negations)
const denialAfter = /^[^.;]{0,24}(?::|\bis|\bare|\bwas)\s*(?:none|denied|negative|absent|not present)\b/
const supposing = /\b(?:if|unless|until|whether)\b/
const breaks =
  /[,;:.!?]| but | though\b| although\b| except\b| because\b| so (?=i\b|he\b|she\b|they\b|that\b)| and (?=(?:i|he|she|they|it|my|client|patient|the|now|then)\b)/g

function pieceAt(low: string, at: number): { piece: string; within: number; label: boolean } {
  let from = 0
  let to = low.length
  for (const match of low.matchAll(breaks)) {
    if (match.index + match[0].length <= at) from = match.index + match[0].length
    else if (match.index > at) {
      to = match.index
      break
    }
  }
  return { piece: low.slice(from, to), within: at - from, label: low[to] === ':' }
}

export function polarityAt(low: string, at: number): Polarity {
  const { piece, within, label } = pieceAt(low, at)
  if (denialAfter.test(low.slice(at))) return 'not'
  if (label || halfNegation.test(piece) || supposing.test(piece.slice(0, within))) return 'unclear'
  const denied = negation.test(piece.slice(0, within))
  const isListed = negatedAt(low, at)
  return denied ? 'not' : isListed ? 'unclear' : 'so'
}

/** Only the first sentence of a turn counts as an answer, so any other sentence is 'unclear'. */
function answered(sentence: Sentence): Polarity {
  if (sentence.place !== 0) return 'unclear'
  const lean = leaning(sentence.low)
  if (lean === 'no') return 'not'
  if (halfNegation.test(sentence.low) || negation.test(sentence.low)) return 'unclear'
  return 'so'
}

const everyNegation = new RegExp(negation.source, 'g')
const everyHalf = new RegExp(halfNegation.source, 'g')
const helping =
  /^(?:(?:client|patient|provider)(?:'s)?|the|she|her|him|his|they|them|their|you|your|was|were|has|have|had|does|did|don|would|will|could|can|are|and|for|but|not|never|often|nor|none|denies|reports|that|that's|there's|i'm|i've|i'd|it's|didn't|doesn't|don't|isn't|aren't|wasn't|weren't|haven't|hasn't|hadn't|won't|wouldn't|can't|couldn't)$/

interface Piece {
  words: Set<string>
  negations: number
  halves: string
}

const piecesOf = (low: string): Piece[] =>
  low.split(breaks).flatMap((text) => {
    const words = new Set(
      (text.match(/[\p{L}][\p{L}']*/gu) ?? []).filter((word) => word.length > 2 && !helping.test(word)).map(stemOf),
    )
    return words.size === 0
      ? []
      : [
          {
            words,
            negations: [...text.matchAll(everyNegation)].length,
            halves: [...text.matchAll(everyHalf)].map(String).join(),
          },
        ]
  })

/** Share of the words that two pieces must have in common to be compared. */
const sameShare = 0.75

function oppositePieces(noteText: string, cited: string): boolean {
  const theirs = piecesOf(cited)
  return piecesOf(noteText).some(({ words, negations, halves }) => {
    const likest = theirs
      .map((piece) => ({ piece, shared: [...words].filter((word) => piece.words.has(word)).length }))
      .filter(({ piece, shared }) => shared >= words.size * sameShare && shared >= piece.words.size * sameShare)
    return (
      likest.length > 0 && likest.every(({ piece }) => piece.halves === halves && piece.negations % 2 !== negations % 2)
    )
  })
}

const openQuestion = /\b(?:how|what|when|where|who|why|which|tell me|describe|or)\b/

const analysisOf = onceFor((sentence: Sentence) => ({
  anchors: anchorsOf(sentence.low),
  spoken: onceForEach((stem: string) => howSpoken(stem, sentence)),
}))

/** A session may repeat a sentence very often, and comparing all of the repetitions would be slow. */
function distinct(sentences: readonly Sentence[]): Sentence[] {
  const keyed = sentences.map((sentence): [string, Sentence] => {
    const answers = sentence.answers.length === 0 ? '' : (sentence.answers[0]?.low ?? '')
    return [`${sentence.place === 0} ${sentence.answers.length} ${answers} ${sentence.low}`, sentence]
  })
  return [...new Map(keyed).values()]
}

function howSpoken(stem: string, sentence: Sentence): Set<Polarity> {
  const sameStem = analysisOf(sentence).anchors.filter((anchor) => anchor.stem === stem)
  if (sameStem.length > 0) return new Set(sameStem.map(({ at }) => polarityAt(sentence.low, at)))
  const questions = sentence.answers.filter((question) =>
    analysisOf(question).anchors.some((anchor) => anchor.stem === stem),
  )
  return new Set(
    questions.map(({ low }) => (negation.test(low) || openQuestion.test(low) ? 'unclear' : answered(sentence))),
  )
}

const stemsWithQuestion = (sentence: Sentence): Set<string> =>
  new Set([sentence, ...sentence.answers].flatMap((one) => analysisOf(one).anchors.map(({ stem }) => stem)))

function retold(anchors: readonly Anchor[], quoted: readonly Sentence[]): Sentence[] {
  const scored = quoted.map((sentence) => {
    const allStems = stemsWithQuestion(sentence)
    const sentenceStems = new Set(analysisOf(sentence).anchors.map(({ stem }) => stem))
    return {
      sentence,
      score: anchors.reduce((sum, { stem }) => sum + (sentenceStems.has(stem) ? 2 : allStems.has(stem) ? 1 : 0), 0),
    }
  })
  const most = scored.reduce((best, { score }) => Math.max(best, score), 0)
  return most === 0 ? [] : scored.filter(({ score }) => score === most).map(({ sentence }) => sentence)
}

const claim =
  /^(?:(?:the )?(?:client|patient|he|she|they) )?(?:(denies|deny|denied|no|does not report|did not report)|(?:reports|report|endorses|endorse|admits(?: to)?|has)) (?!no\b|not\b|never\b)(?:(?:any|having|current|recent|of|thoughts of) )*([^.,;]{3,60})/

function claimHolds(low: string, prepared: PreparedSession, cited: Cited): boolean | null {
  const [, denial, topicName = ''] = claim.exec(low) ?? []
  if (topicName === '' || topicName.split(' ').length > 5 || halfNegation.test(topicName)) return null
  const answer = writeClosed(onlyCited(prepared, cited), { id: '', type: 'boolean', name: topicName })
  return answer === null ? null : (answer.denied !== true) === (denial === undefined)
}

interface Compared {
  quoted: readonly Sentence[]
  around: readonly Sentence[]
}

function wordsHold(low: string, { quoted, around }: Compared): boolean | null {
  const anchors = anchorsOf(low)
  const sources = retold(anchors, quoted)
  let compared = false
  for (const { stem, at } of anchors) {
    const notePolarity = polarityAt(low, at)
    if (notePolarity === 'unclear') continue
    const polaritiesOf = (sentence: Sentence) => [...analysisOf(sentence).spoken(stem)]
    const nearPolarities = sources.flatMap(polaritiesOf)
    const citedPolarities = nearPolarities.length > 0 ? nearPolarities : around.flatMap(polaritiesOf)
    if (citedPolarities.includes(notePolarity)) compared = true
    else if (citedPolarities.length > 0 && citedPolarities.every((polarity) => polarity !== 'unclear')) return false
  }
  if (sources.some((sentence) => oppositePieces(low, sentence.low))) return false
  return compared ? true : null
}

/** Flags sentences that reverse the cited words (severity 1). */
export function flippedSentences(name: string, text: string, prepared: PreparedSession, cited: Cited): Flag[] {
  const compared: Compared = {
    quoted: distinct(cited.quoted),
    around: distinct([...cited.turns].flatMap((turn) => prepared.session.byTurn[turn] ?? [])),
  }
  const reasonOf = onceForEach((low: string): string | null => {
    const holds = wordsHold(low, compared)
    if (holds === false) return 'The session says the opposite of this.'
    const isDoubtful = holds === null && claimHolds(low, prepared, cited) === false
    return isDoubtful ? 'Chartside’s built-in check suggests the opposite answer.' : null
  })
  return comparedSentences(name, text).flatMap(({ line, low }): Flag[] => {
    const reason = reasonOf(low)
    return reason === null ? [] : [{ severity: 1, text: line, reason }]
  })
}
