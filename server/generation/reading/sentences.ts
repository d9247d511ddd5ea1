import { type Role, readLabel } from './speakers.ts'

export interface Sentence {
  turn: number
  start: number
  end: number
  text: string
  low: string
  role: Role
  asks: boolean
  answers: readonly Sentence[]
  place: number
}

const asking =
  /^(?:(?:and|so|okay|ok|all right|alright|now|well|good|great|um|uh|good morning|hi|hello),? )*(?:how (?:are|is|do|did|does|have|has|had|many|much|often|long|about|was|were|would)|how's|what (?:is|are|was|were|do|did|does|about|helps?|would|brings?|brought|makes?|made|can|kind|happens|happened|else|medications?)|what's|when (?:did|do|does|is|was|are|were)|where (?:do|did|is|are|was)|who (?:do|did|is|are|was|helps|lives)|why (?:do|did|is|are)|which|(?:do|did|are|were|have|can|could|would|will|had) (?:you|they|we|there|your|any)|(?:does|is|was|has) (?:he|she|it|that|this|there|your|anyone|anybody|anything)|any|tell me|describe|walk me through|on a scale|if zero|out of ten)\b/

/** A transcript without punctuation must not be split after these. */
const joining = new Set(
  `and but or that when if so because while since until till where what how who why think feel like say said do did does have has had are am is was were
  would can could should will to of for with about than as before after at in on my the a an i you we not know guess wish hope sure believe and/or don't didn't
  whether may might which then me him her us them this thing things one what's everything anything get really just also still`.split(
    /\s+/,
  ),
)
const opening =
  /^(?:i|i'm|i've|i'd|i'll|my|we|we'll|we're|please|no|yes|yeah|he|she|they|it's|there|today|how|what|do|are|tell|let's|let|lem|now|alright|okay|so|well)$/
/** "So for your knee" begins a clause, but "so that" continues one. */
const halfOpening: Record<string, RegExp> = {
  so: /^(?!that$|much$|far$|many$|bad$)/,
  well: /^(?:i|so|let's|let|we|you)$/,
  there: /^(?:is|are|was|were|does|has|isn't)$/,
  today: /^(?:i|we|how|you|my|let's)$/,
  now: /^(?:i|i'm|i've|let's|let|we|you|do|are|have|for|on|tell|looking|how|what|any|is|did)$/,
  do: /^(?:you|they|we)$/,
  are: /^(?:you|they)$/,
}

const clauseSubject =
  /^(?:i|i'm|i've|i'll|it|it's|he|she|we|they|you|you're|my|then|that's|there|there's|your|for|if|let's)$/

function cutUnpunctuated(text: string): [number, number][] {
  const words = [...text.matchAll(/\S+/g)]
  const cuts = [0]
  let sinceCut = 0
  for (const [index, word] of words.entries()) {
    const previousWord = words[index - 1]?.[0].toLowerCase() ?? ''
    const presentWord = word[0].toLowerCase().replaceAll('’', "'")
    const nextWord = words[index + 1]?.[0].toLowerCase() ?? ''
    const opens = opening.test(presentWord) && (halfOpening[presentWord]?.test(nextWord) ?? true)
    const afterAnswer = index === 1 && /^(?:yes|no|yeah|yep|nope|okay)$/.test(previousWord)
    // After about ten words, "and" or "because" with a subject begins a new sentence.
    const strung = sinceCut > 9 && /^(?:and|but|because|so)$/.test(presentWord) && clauseSubject.test(nextWord)
    if (index > 0 && ((opens && (afterAnswer || (sinceCut > 2 && !joining.has(previousWord)))) || strung)) {
      cuts.push(word.index)
      sinceCut = 0
    }
    sinceCut++
  }
  return cuts.map((from, index): [number, number] => [
    from,
    text.slice(0, cuts[index + 1] ?? text.length).trimEnd().length,
  ])
}

const digit = 'zero|oh|one|two|three|four|five|six|seven|eight|nine'
/** "Two . five milligrams" must not become "five milligrams". */
const spokenPoint = `(?<=\\b(?:${digit}|ten|eleven|twelve|\\w{3,6}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|\\d{1,4})\\s)\\.\\s(?:${digit}|\\d+)\\b`
// `(?<![.!?])` lets a run of stops match from its first character only, in linear time.
const stop = new RegExp(
  `(?<!\\b(?:dr|mr|mrs|ms|st|vs|jr|sr|prof|approx|a\\.m|p\\.m))\\s?(?:(?!${spokenPoint})(?<![.!?])[.!?]+["')\\]]*(?=\\s|$)|(?<!\\n)\\n+)`,
  'gi',
)

/** Longer sentences are split, because some rules process a sentence several times. */
const sentenceMax = 600

function bounded(text: string, [start, end]: [number, number]): [number, number][] {
  const pieces: [number, number][] = []
  let from = start
  while (end - from > sentenceMax) {
    const blank = text.slice(from, from + sentenceMax).search(/\s\S*$/)
    const to = from + (blank > 0 ? blank : sentenceMax)
    const piece = text.slice(from, to)
    if (piece.trim() !== '')
      pieces.push([from + piece.length - piece.trimStart().length, from + piece.trimEnd().length])
    from = to
  }
  const rest = text.slice(from, end)
  const lead = rest.length - rest.trimStart().length
  if (lead < rest.length) pieces.push([from + lead, end])
  return pieces
}

function cut(text: string, rough: boolean): [number, number][] {
  const spans: [number, number][] = []
  let from = 0
  for (const match of text.matchAll(stop)) {
    const end = match.index + match[0].length
    spans.push([from, end])
    from = end
  }
  if (from < text.length) spans.push([from, text.length])
  return spans.flatMap(([start, end]): [number, number][] => {
    const piece = text.slice(start, end)
    const lead = piece.length - piece.trimStart().length
    const trimmed = piece.trim()
    if (!/[\p{L}\p{N}]/u.test(trimmed)) return []
    const punctuated = !rough && /[,.;:!?]/.test(trimmed)
    const wordCount = trimmed.split(/\s+/).length
    const pieces: [number, number][] = punctuated || wordCount < 7 ? [[0, trimmed.length]] : cutUnpunctuated(trimmed)
    return pieces.flatMap(([a, b]) => bounded(text, [start + lead + a, start + lead + b]))
  })
}

export const inPieces = (text: string): string[] =>
  text.length <= sentenceMax ? [text] : bounded(text, [0, text.length]).map(([a, b]) => text.slice(a, b))

export const writtenSentences = (text: string): string[] => text.split(/(?<=[.!?;])\s+|\n+/).flatMap(inPieces)

/** Normalises what tokenisers and speech recognition write: "does n't", "wan na", curly apostrophes. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(/[’`]/g, "'")
    .replace(/ (n't|'s|'m|'re|'ve|'ll|'d)\b/gi, '$1')
    .replace(/\bwan ?na\b/gi, 'want to')
    .replace(/\bgon ?na\b/gi, 'going to')
    .replace(/\bgot ?ta\b/gi, 'got to')
    .replace(/ ([,.;:?!])/g, '$1')
    .replace(/\s+/g, ' ')

const fold = (text: string): string => plainWords(text).toLowerCase()

/** Returns the sentences of a value. `low` is without the name of the field and without a heading in bold. */
export const comparedSentences = (name: string, text: string): { line: string; low: string }[] =>
  writtenSentences(text)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((line) => line !== '')
    .map((line) => ({
      line,
      low: fold(line)
        .replace(/^\*\*[^*]*\*\* */, '')
        .replace(`${name.toLowerCase()} `, ''),
    }))

/** Few marks per word: an unedited transcript of speech recognition. */
function isRough(turns: readonly string[]): boolean {
  const text = turns.join(' ')
  return (text.match(/[,?;]/g) ?? []).length * 60 < (text.match(/\S+/g) ?? []).length
}

// A statement may begin like a question ("Any time is fine.").
const asksWithoutMark = (low: string, rough: boolean): boolean =>
  /\btell me (?:how|what|about|more|when|where|who|why|if|exactly)\b/.test(low) ||
  ((rough || !/[.!]$/.test(low)) && asking.test(low))

const tagged =
  /^(?!.*\b(?:do|did|have|are|were|can|could|would|is|was) (?:you|it|there|that)\b).{18,},? (?:okay|ok|all right|alright)\?$/

const confirming =
  /^(?:(?:uh|um|mm),? )?(?:no|nope|yes|yeah|yep|correct|right|exactly|that's (?:right|correct))(?:,? (?:i (?:do|don't|have|haven't|am|did|didn't)|not?|that's (?:right|correct)|correct|right|sir|ma'am|doctor))*[.!]?$/

const questionsMax = 12

export function readSentences(turns: readonly string[]): Sentence[] {
  const all: Sentence[] = []
  const rough = isRough(turns)
  let earlierQuestions: Sentence[] = []
  let askedBy: Role | null = null
  let lastStatement: Sentence | undefined
  for (const [turn, words] of turns.entries()) {
    const { role, from } = readLabel(words)
    const body = words.slice(from)
    const turnSentences: Sentence[] = []
    // The provider says "No shortness of breath.", and the patient only confirms it: "No."
    const confirms = lastStatement !== undefined && lastStatement.role !== role && confirming.test(fold(body).trim())
    for (const [place, [a, b]] of cut(body, rough).entries()) {
      const text = body.slice(a, b)
      const low = fold(text)
      const asks = (/\?["')\]]*$/.test(text) && !tagged.test(low)) || asksWithoutMark(low, rough)
      // Without speaker labels, a question may be answered within the same turn.
      const openQuestions = role === 'unknown' ? turnSentences.filter((sentence) => sentence.asks).slice(-1) : []
      const answers = asks
        ? []
        : openQuestions.length > 0
          ? openQuestions
          : confirms && lastStatement !== undefined
            ? [lastStatement]
            : askedBy !== null && (askedBy !== role || role === 'unknown')
              ? earlierQuestions
              : []
      turnSentences.push({ turn, start: from + a, end: from + b, text, low, role, asks, answers, place })
    }
    const questions = turnSentences.filter((sentence) => sentence.asks)
    // A short "okay" of the provider does not end the question before it.
    const words_ = body.trim().split(/\s+/).length
    if (questions.length > 0 || role !== 'provider' || words_ > 4) {
      earlierQuestions = questions.slice(-questionsMax)
      askedBy = questions.length > 0 ? role : null
    }
    lastStatement = questions.length === 0 && role === 'provider' && words_ > 2 ? turnSentences.at(-1) : undefined
    all.push(...turnSentences)
  }
  return all
}
