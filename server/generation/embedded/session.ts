import type { VisitContext } from '../../../lib/contracts/index.ts'
import { readSentences, type Sentence } from '../reading/sentences.ts'
import type { Role } from '../reading/speakers.ts'
import { labelOf, roleOfLabel, speakerName } from '../reading/who.ts'
import { wronglyLabelled } from './labels.ts'
import { tied } from './ties.ts'

export interface Statement extends Omit<Sentence, 'answers'> {
  /** How a note names the speaker: "Provider", "Patient", the label of the transcript, or '' if there is none. */
  speaker: string
  /** The last element is the most recent question. */
  answers: readonly Statement[]
  /** True if this statement or the one before it in the turn could mean something else alone. */
  tied: boolean
}

/** The question to which a statement is the direct reply: the statement is the first one of its turn. */
export const questionOf = ({ place, answers }: Statement): Statement | undefined =>
  place === 0 ? answers.at(-1) : undefined

export interface Session {
  turns: readonly string[]
  statements: readonly Statement[]
  /** Empty for a turn that has the label of the wrong speaker, or that answers a question of such a turn. */
  byTurn: readonly (readonly Statement[])[]
  answering: ReadonlyMap<Statement, Statement>
  visitDay: string | undefined
}

export interface Speakers {
  context: VisitContext
  byVoice?: boolean | undefined
}

const sentenceEnd = /[.!?…][)"'\]”’]*$/
/** Maximum length of a statement, in characters. Speech without punctuation is cut so that this length is kept. */
const statementMax = 300

const isEnded = (last: Sentence, next: Sentence, turn: string): boolean =>
  sentenceEnd.test(last.text) || turn.slice(last.end, next.start).includes('\n')

const areTied = (last: Sentence, next: Sentence, turn: string): boolean =>
  tied({ low: last.low, ends: isEnded(last, next, turn) }, next.low, next.asks)

/** Without punctuation, sentences are guesses. An extract cut in the middle could have another meaning. */
function joined(sentences: readonly Sentence[], turn: string): Sentence[][] {
  const groups: Sentence[][] = []
  for (const sentence of sentences) {
    const group = groups.at(-1) ?? []
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined || isEnded(last, sentence, turn)) groups.push([sentence])
    else if (sentence.end - first.start <= statementMax) group.push(sentence)
    else {
      const all = [...group, sentence]
      const at = all.findLastIndex((one, index) => {
        const previousSentence = all[index - 1]
        return previousSentence !== undefined && !areTied(previousSentence, one, turn)
      })
      groups.push(at < 0 ? [sentence] : [...group.splice(at), sentence])
    }
  }
  return groups
}

export function openSession(turns: readonly string[], { context, byVoice = false }: Speakers): Session {
  const sentencesOf = turns.map((): Sentence[] => [])
  for (const sentence of readSentences(turns)) sentencesOf[sentence.turn]?.push(sentence)
  const statementOf = new Map<Sentence, Statement>()
  const labels = new Map<string, number>()
  for (const name of turns.flatMap((words) => labelOf(words)?.name ?? [])) labels.set(name, (labels.get(name) ?? 0) + 1)
  const all = turns.map((words, turn) => {
    const labelMatch = labelOf(words)
    const speakerRole = labelMatch === undefined ? 'unknown' : roleOfLabel(labelMatch.name, words, context, byVoice)
    // Speech can contain a colon ("Here is the plan: …"), so several turns must have an unknown label.
    const isLabel =
      labelMatch !== undefined &&
      (speakerRole !== 'unknown' || labelMatch.isKnown || (labels.get(labelMatch.name) ?? 0) > 1)
    const [label, role]: [typeof labelMatch, Role] = isLabel ? [labelMatch, speakerRole] : [undefined, 'unknown']
    const speaker = speakerName(role, label?.name ?? '')
    return joined(sentencesOf[turn] ?? [], words).flatMap((group, place, groups): Statement[] => {
      const [previousStatement, first, last] = [groups[place - 1]?.at(-1), group[0], group.at(-1)]
      if (first === undefined || last === undefined) return []
      // A label such as the patient's name is known only with the visit's details.
      const start = Math.max(first.start, label?.from ?? 0)
      if (start >= last.end) return []
      const answers = [...new Set(first.answers.flatMap((question) => statementOf.get(question) ?? []))]
      const statement = {
        turn,
        start,
        end: last.end,
        text: words.slice(start, last.end),
        low: group.map(({ low }) => low).join(' '),
        role,
        speaker,
        asks: last.asks,
        answers,
        place,
        tied: previousStatement !== undefined && areTied(previousStatement, first, words),
      }
      for (const sentence of group) statementOf.set(sentence, statement)
      return [statement]
    })
  })
  const wrongTurns = wronglyLabelled(all)
  // The reply cannot be understood without the question.
  const isUsable = ({ turn, answers }: Statement) =>
    !wrongTurns.has(turn) && !answers.some((one) => wrongTurns.has(one.turn))
  const byTurn = all.map((turnStatements) => (turnStatements.every(isUsable) ? turnStatements : []))
  const statements = byTurn.flat()
  const answering = new Map<Statement, Statement>()
  for (const statement of statements)
    for (const question of statement.place === 0 || statement.speaker === '' ? statement.answers : [])
      if (!answering.has(question)) answering.set(question, statement)
  return { turns, statements, byTurn, answering, visitDay: context.current_visit?.date }
}
