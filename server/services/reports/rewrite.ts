import type { Output, Report, Result, RewriteRequest } from '../../../lib/contracts/index.ts'
import { ownerKey, type Person } from '../../authority/index.ts'
import {
  ComputingFailedError,
  failureSentence,
  NoAnswerError,
  stillMissing,
  withTimes,
} from '../../generation/index.ts'
import { describeFailure, Problem } from '../../problem.ts'
import { allowedWriters } from '../allowed-models.ts'
import type { Context } from '../index.ts'
import { tellModelFailures, tooMuchToRead } from '../model-failures.ts'
import { changeReport, mayChange } from './change.ts'
import { findOwnReport } from './read.ts'
import { fieldsOf, sealedOutput } from './sealed.ts'
import { spending } from './spending.ts'
import { isByVoice, marksOf, storedWords } from './words.ts'

const writingMs = 60_000
const longestMs = 90_000
const storingMs = 5_000

/**
 * Generates one field again from the transcript, optionally with an instruction. The new value is checked like every
 * other value. After an error, the old value stays. Throws `model_failed` if there is no usable value, `locked` if the
 * transcript was deleted or the report cannot be changed, `changed_meanwhile`, and `not_found`.
 */
export async function rewriteReportField(
  context: Context,
  principal: Person,
  place: { id: string; fieldId: string },
  { version, instruction }: RewriteRequest,
  signal: AbortSignal,
): Promise<Report> {
  const row = await findOwnReport(context, principal, place.id)
  mayChange(row.status)
  if (row.version !== version) throw new Problem('changed_meanwhile')
  const sealed = sealedOutput(context.store.encryption)
  const request = sealed.openRequest(place.id, row.request)
  const field = fieldsOf(request).find(({ id }) => id === place.fieldId)
  if (field === undefined) throw new Problem('not_found')
  const turns = await storedWords(context, principal, row)
  const marks = await marksOf(context, row, turns)
  const storedContent = row.content === null ? null : sealed.openContent(place.id, row.content)
  const oldResults = storedContent?.results ?? []
  const present = oldResults.find(({ id }) => id === field.id)
  const writers = await allowedWriters(context, row)
  const writer = writers(field.model ?? 0)
  if (instruction !== undefined && writer.followsInstructions !== true)
    throw new Problem(
      'model_failed',
      `${writer.name} cannot follow instructions for changing a text. Edit the text by hand, or ask your administrator to set up a language model.`,
    )

  const computing = context.computing(ownerKey(row))
  const spent = spending(writers)
  let output: Output
  try {
    output = await context.generate({
      // The condition of the field is ignored, because it was evaluated when the note was written.
      template: { ...request.template, fields: [{ ...field, condition: undefined, disabled: false }] },
      turns,
      ...marks,
      byVoice: await isByVoice(context.database, row),
      onUsage: spent.add,
      context: request.context,
      ...(request.language === undefined ? {} : { language: request.language }),
      ...(request.style === undefined ? {} : { style: request.style }),
      writers,
      computing,
      ...(instruction === undefined ? {} : { rewriting: { text: present?.value.join('\n') ?? '', instruction } }),
      groupTimeoutMs: writingMs,
      reviewUntilMs: performance.now() + longestMs - storingMs,
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NoAnswerError) {
      await tellModelFailures(context, error.failures, { outputId: place.id })
      throw new Problem('model_failed', `${failureSentence(error.failures)} The old text was kept.`).because(error)
    }
    if (error instanceof ComputingFailedError) throw tooMuchToRead(context.log, error)
    context.log.warn({ outputId: place.id, ...describeFailure(error) }, 'a field could not be rewritten')
    throw new Problem('model_failed').because(error)
  }
  const [newResult] = output.results
  const nothing = newResult === undefined || newResult.value.length === 0
  if (nothing && (present?.value.length ?? 0) > 0)
    throw new Problem(
      'model_failed',
      newResult?.state === 'unclear'
        ? 'The session has no certain answer for this field, so the old text was kept.'
        : 'The model’s answer could not be used, so the old text was kept. Try again.',
    )
  // The omissions are computed before the row is locked, because this takes time. The version check in `changeReport`
  // makes sure that the results have not changed since.
  const newResults = replace(oldResults, newResult)
  const allOmissions = await reading(context, () => computing.read('omissions', [turns, newResults], signal))
  const remainingOmissions = stillMissing(
    allOmissions,
    storedContent?.omissions ?? [],
    newResult === undefined ? [] : [newResult],
  )
  const omissions = withTimes(remainingOmissions, marks.turnBeginsMs)
  const unanswered = storedContent?.unanswered?.filter((one) => one !== field.id)
  const note = { results: newResults, omissions, unanswered }
  const results = await reading(context, () => computing.read('mentions', [fieldsOf(request), note], signal))
  return changeReport(context, principal, place.id, version, ({ content }) => {
    return {
      kind: 'rewritten',
      action: 'report.rewrite',
      reason: instruction,
      writer: newResult?.writer,
      status: 'ready',
      content: {
        ...content,
        results,
        omissions,
        ...spentTogether(content, spent),
        unanswered,
      },
    }
  })
}

async function reading<Read>({ log }: Context, compute: () => Promise<Read>): Promise<Read> {
  try {
    return await compute()
  } catch (error) {
    if (error instanceof ComputingFailedError) throw tooMuchToRead(log, error)
    throw error
  }
}

function spentTogether(
  { spent: earlierSpent = [] }: Output,
  spent: ReturnType<typeof spending>,
): Pick<Output, 'spent'> {
  return earlierSpent.length === 0 ? spent.told() : { spent: spent.addedTo(earlierSpent) }
}

function replace(results: Result[], newResult: Result | undefined): Result[] {
  if (newResult === undefined) return results
  const isKnown = results.some(({ id }) => id === newResult.id)
  return isKnown ? results.map((one) => (one.id === newResult.id ? newResult : one)) : [...results, newResult]
}
