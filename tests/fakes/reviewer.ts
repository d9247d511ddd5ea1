import { z } from 'zod'
import type { ReviewAnswer, Statement, Verdict } from '../../server/generation/index.ts'
import { answersOf, askedFor } from './note-model.ts'
import type { ChatReply, ChatRequest } from './openai-server.ts'

/** A statement of the prompt: its number, its text, and its quotes with their turns. */
const quoted = z.union([
  z.tuple([z.number().int(), z.string()]).transform(([turn, quote]) => ({ turn, quote })),
  // A quote from a short turn is named by the turn.
  z
    .number()
    .int()
    .transform((turn) => ({ turn, quote: null })),
])
const listed = z.tuple([z.number().int(), z.string()]).rest(quoted)

interface Listed {
  statement: number
  field: string
  text: string
  quotes: { turn: number; quote: string | null }[]
}

/** The statements that a prompt asks to review. Null: the prompt does not ask for a review. */
export function statementsOf(prompt: string): Listed[] | null {
  const from = prompt.lastIndexOf('\n<statements>\n')
  if (from === -1) return null
  const lines = prompt.slice(from + '\n<statements>\n'.length, prompt.lastIndexOf('\n</statements>')).split('\n')
  let field = ''
  return lines.flatMap((line): Listed[] => {
    if (line.startsWith('# ')) {
      field = z.string().parse(JSON.parse(line.slice(2)))
      return []
    }
    const [statement, text, ...quotes] = listed.parse(JSON.parse(line))
    return [{ statement, field, text, quotes }]
  })
}

/** The statements that a request asks to review, read from its prompt. Null: the request is not a review. */
export const statementsIn = ({ messages }: ChatRequest): Listed[] | null =>
  statementsOf(messages.map(({ content }) => content).join('\n'))

/**
 * The correct answers of a review, which the scripted reviewer returns: the verdict on each statement, and the
 * omissions.
 */
export interface Truth {
  verdict(statement: Pick<Statement, 'text'> & { field: string }): Verdict
  missing?: ReviewAnswer['missing']
}

const silent = { value: [], state: 'not_discussed', confidence: 0, evidence: [] }

/** Returns the answer of a scripted reviewer to a prompt with these statements. */
export function reviewOf(statements: readonly Listed[], truth: Truth): string {
  const judged = statements.map(({ statement, field, text }) => {
    const verdict = truth.verdict({ field, text })
    return { statement, reason: verdict === 'supported' ? '' : 'The words differ.', verdict }
  })
  return JSON.stringify({ answers: [], judged, missing: truth.missing ?? [] })
}

/**
 * Returns the reply of a scripted reviewer. A request to review gets the correct answers from `truth`. A request to write
 * fields gets the answer that nothing was discussed.
 */
export function reviewReply(request: ChatRequest, truth: Truth): ChatReply {
  const statements = statementsIn(request)
  if (statements !== null) return { kind: 'text', content: reviewOf(statements, truth) }
  return { kind: 'text', content: answersOf(Object.fromEntries(askedFor(request).map((name) => [name, silent]))) }
}
