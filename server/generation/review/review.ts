import type { Field, Flag, Omission, Result } from '../../../lib/contracts/index.ts'
import { type Computing, ComputingFailedError, type Spoken } from '../computing/computing.ts'
import { type GroupFailure, groupFailure } from '../failures.ts'
import type { GenerateRequest } from '../request.ts'
import { aboutOf } from '../write-group.ts'
import type { Writer } from '../writer.ts'
import { flagsOfReview, omissionsOfReview, withFlags, withOmissions } from './findings.ts'
import { differences, isDelicate } from './second-answers.ts'
import { statementsOf } from './statements.ts'

/** A note before its review. */
export interface Unreviewed {
  /** The fields that were written in this generation. */
  fields: readonly Field[]
  results: readonly Result[]
  omissions: readonly Omission[]
}

/** What a review adds to a note. */
export interface Reviewed {
  results: Result[]
  omissions: Omission[]
  notices: string[]
}

const longestMs = 2 * 60_000
const secondTemperature = 0

type Asked = GenerateRequest & { computing: Computing }

/**
 * Lets a second model judge every statement of a note against its quotes, name what is missing in the note, and write
 * the fields about doses, allergies and risk a second time (product 10.18). The findings become flags and omissions. If
 * the second model fails, the note stays as it was: the result has a notice, and `onReviewFailure` is called. Throws
 * the reason of the signal after an abort, and ComputingFailedError if the analysis of the text fails.
 */
export async function reviewNote(note: Unreviewed, request: Asked, spoken: Spoken): Promise<Reviewed> {
  const { results, omissions } = note
  const unchanged = { results: [...results], omissions: [...omissions], notices: [] }
  const slot = request.reviewerSlot
  if (slot === undefined) return unchanged
  const writer = request.writers(slot)
  if (writer.review === undefined) return unchanged
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(longestMs)])
  const [judged, compared] = await Promise.allSettled([
    judge(writer, slot, note, { ...request, signal }),
    writeTwice(writer, slot, note, { ...request, signal }, spoken),
  ])
  request.signal.throwIfAborted()
  const flags = new Map<string, Flag[]>()
  const add = (found: ReadonlyMap<string, Flag[]>) => {
    for (const [id, more] of found) flags.set(id, [...(flags.get(id) ?? []), ...more])
  }
  const notices: string[] = []
  let found: Omission[] = []
  if (judged.status === 'fulfilled') {
    add(judged.value.flags)
    found = judged.value.omissions
    notices.push(...judged.value.notices)
  } else notices.push(failed(judged.reason, writer, slot, request, 'review this note'))
  if (compared.status === 'fulfilled') add(compared.value)
  else
    notices.push(
      failed(compared.reason, writer, slot, request, 'write the fields about doses, allergies and risk a second time'),
    )
  return { results: withFlags(results, flags), omissions: withOmissions(omissions, found), notices }
}

/** Calls `onReviewFailure` for a failure of the second model, and returns the notice that the note gets. */
function failed(error: unknown, writer: Writer, slot: number, request: Asked, what: string): string {
  // A failed analysis is not a failure of the second model. The whole note then fails, as it does if the analysis fails
  // during writing.
  if (error instanceof ComputingFailedError) throw error
  const failure: GroupFailure = groupFailure(error, slot, writer.provider ?? 'embedded')
  request.onReviewFailure?.(failure)
  return `The second model, ${writer.name}, could not ${what}. Only Chartside’s built-in check was done. Read the note carefully.`
}

async function judge(writer: Writer, slot: number, { fields, results }: Unreviewed, request: Asked) {
  const statements = statementsOf(fields, results)
  const turns = await readable(writer, fields, request)
  const leftOut = turns.filter((turn, at) => turn === '' && request.turns[at] !== '').length
  const answer = await writer.review?.({
    statements,
    turns,
    context: request.context,
    ...aboutOf(request),
    instructions: request.template.instructions,
    ...(request.language === undefined ? {} : { language: request.language }),
    onUsage: (tokens) => request.onUsage?.(slot, tokens),
    signal: request.signal,
  })
  if (answer === undefined) return { flags: new Map<string, Flag[]>(), omissions: [], notices: [] }
  const { flags, unjudged } = flagsOfReview(answer, statements)
  const judged = statements.length - unjudged
  return {
    flags,
    omissions: omissionsOfReview(answer, request.turns),
    notices: [
      ...(unjudged === 0
        ? []
        : [
            `The second model, ${writer.name}, checked only ${judged} of ${statements.length} statements of this note. Check the other statements yourself.`,
          ]),
      ...(leftOut === 0
        ? []
        : [
            `The second model, ${writer.name}, could not read ${leftOut === 1 ? '1 part' : `${leftOut} parts`} of the session. Check the note yourself.`,
          ]),
    ],
  }
}

/**
 * Returns the turns of the session for one call to the second model. If they are too long for its context, some turns
 * are replaced by empty strings.
 */
async function readable(writer: Writer, fields: readonly Field[], request: Asked): Promise<readonly string[]> {
  const { contextSize = 0 } = writer
  if (contextSize === 0) return request.turns
  return (await request.computing.read('fit', [request.turns, fields, contextSize], request.signal)).turns
}

/**
 * Lets the second model write the fields about doses, allergies and risk. Returns, by field id, the flags for answers
 * that differ from the first model's answers.
 */
async function writeTwice(
  writer: Writer,
  slot: number,
  { fields, results }: Unreviewed,
  request: Asked,
  spoken: Spoken,
): Promise<Map<string, Flag[]>> {
  const first = new Map(results.map((result) => [result.id, result]))
  const again = fields.filter((field) => isDelicate(field) && first.has(field.id))
  const flags = new Map<string, Flag[]>()
  if (again.length === 0) return flags
  const drafts = writer.write({
    instructions: request.template.instructions,
    fields: again,
    turns: await readable(writer, again, request),
    context: request.context,
    ...aboutOf(request),
    ...(request.language === undefined ? {} : { language: request.language }),
    ...(request.template.language === undefined ? {} : { noteLanguage: request.template.language }),
    temperature: secondTemperature,
    complaints: [],
    computing: request.computing,
    onUsage: (tokens) => request.onUsage?.(slot, tokens),
    signal: request.signal,
  })
  for await (const draft of drafts) {
    const field = again.find(({ id }) => id === draft.id)
    const before = first.get(draft.id)
    if (field === undefined || before === undefined) continue
    const { result } = await request.computing.read('check', [field, draft, spoken], request.signal)
    flags.set(field.id, differences(field, before, result))
  }
  return flags
}
