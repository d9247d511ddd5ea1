import { z } from 'zod'
import type { ReviewAnswer, Statement, Verdict } from '../../server/generation/index.ts'
import { answersOf, askedFor } from './note-model.ts'
import type { ChatReply, ChatRequest } from './openai-server.ts'

const listed = z.object({
  statement: z.number().int(),
  field: z.string(),
  text: z.string(),
  quotes: z.array(z.object({ turn: z.number().int(), quote: z.string() })),
})

/** The statements that a request asks to review, read from its prompt. Null: the request is not a review. */
export function statementsIn({ messages }: ChatRequest): z.infer<typeof listed>[] | null {
  const words = messages.map(({ content }) => content).join('\n')
  const from = words.lastIndexOf('\n<statements>\n')
  if (from === -1) return null
  const lines = words.slice(from + '\n<statements>\n'.length, words.lastIndexOf('\n</statements>')).split('\n')
  return lines.filter((line) => line !== '').map((line) => listed.parse(JSON.parse(line)))
}

/**
 * The correct answers of a review, which the scripted reviewer returns: the verdict on each statement, and the
 * omissions.
 */
export interface Truth {
  verdict(statement: Pick<Statement, 'text'> & { field: string }): Verdict
  missing?: ReviewAnswer['missing']
  /**
   * Properties of the answer to each field, if the server asks the fake model to write fields. They replace those of
   * the default answer, which is 'not discussed'.
   */
  second?: object
}

const silent = { value: [], state: 'not_discussed', confidence: 0, evidence: [] }

/**
 * Returns the reply of a scripted reviewer. A request to review gets the correct answers from `truth`. A request to
 * write fields gets `truth.second` for each field.
 */
export function reviewReply(request: ChatRequest, truth: Truth): ChatReply {
  const statements = statementsIn(request)
  if (statements === null) {
    const answers = askedFor(request).map((name) => [name, { ...silent, ...truth.second }])
    return { kind: 'text', content: answersOf(Object.fromEntries(answers)) }
  }
  const judged = statements.map(({ statement, field, text }) => {
    const verdict = truth.verdict({ field, text })
    return { statement, verdict, reason: verdict === 'supported' ? '' : 'The words differ.' }
  })
  const answer: ReviewAnswer = { judged, missing: truth.missing ?? [] }
  return { kind: 'text', content: JSON.stringify(answer) }
}
