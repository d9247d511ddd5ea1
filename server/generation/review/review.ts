import type { Field, Omission, Result } from '../../../lib/contracts/index.ts'
import { type Computing, ComputingFailedError } from '../computing/computing.ts'
import { groupFailure } from '../failures.ts'
import type { GenerateRequest } from '../request.ts'
import { sharedBy } from '../write-group.ts'
import type { Writer } from '../writer.ts'
import { omissionsOfReview, verdictsOf, withOmissions, withReview } from './findings.ts'
import { statementsOf, turnsToReview } from './statements.ts'

export interface Unreviewed {
  fields: readonly Field[]
  results: readonly Result[]
  omissions: readonly Omission[]
}

export interface ReviewedNote {
  results: Result[]
  omissions: Omission[]
  notices: string[]
}

const longestMs = 2 * 60_000

/** Lets the reviewer of `author` judge a note (product 10.18). If it fails, a notice says so. */
export async function reviewNote(
  note: Unreviewed,
  author: Writer,
  request: GenerateRequest & { computing: Computing },
): Promise<ReviewedNote> {
  const unchanged = { results: [...note.results], omissions: [...note.omissions], notices: [] }
  const writer = author.reviewer === undefined ? author : author.reviewer
  const statements = statementsOf(note.fields, note.results)
  if (writer?.review === undefined || statements.length === 0) return unchanged
  const { name, slot = 0, contextSize = 0, provider = 'embedded' } = writer
  const leftMs = Math.floor((request.reviewUntilMs ?? Number.POSITIVE_INFINITY) - performance.now())
  try {
    const first = turnsToReview(statements, request.turns.length)
    const { turns, leftOut } =
      contextSize === 0
        ? { turns: request.turns, leftOut: 0 }
        : await request.computing.read('fit', [request.turns, note.fields, contextSize, first], request.signal)
    const answer = await writer.review({
      ...sharedBy(request),
      statements,
      turns,
      onUsage: (tokens) => request.onUsage?.(slot, tokens, true),
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(Math.max(0, Math.min(longestMs, leftMs)))]),
    })
    request.signal.throwIfAborted()
    return {
      results: withReview(note.results, statements, verdictsOf(answer, statements), name),
      // If only some fields were written, the reviewer does not know what the other fields contain.
      omissions: isWhole(request)
        ? withOmissions(note.omissions, omissionsOfReview(answer, request.turns))
        : [...note.omissions],
      notices:
        leftOut === 0
          ? []
          : [
              `The reviewer, ${name}, could not read ${leftOut === 1 ? '1 part' : `${leftOut} parts`} of the session. It may have missed something important.`,
            ],
    }
  } catch (error) {
    request.signal.throwIfAborted()
    if (error instanceof ComputingFailedError) throw error
    request.onReviewFailure?.(groupFailure(error, slot, provider))
    return { ...unchanged, notices: [`The reviewer, ${name}, could not review this note.`] }
  }
}

const isWhole = ({ existingResults = [], rewriting }: GenerateRequest): boolean =>
  existingResults.length === 0 && rewriting === undefined
