import { randomUUID } from 'node:crypto'
import { type Field, type Output, type Result, uncheckedSentence } from '../../lib/contracts/index.ts'
import { unansweredNotice } from '../../lib/report/index.ts'
import { meetsCondition, toField } from '../../lib/template/index.ts'
import type { Spoken } from './computing/computing.ts'
import { computeHere } from './computing/here.ts'
import { NoAnswerError, TryLaterError } from './failures.ts'
import { planGeneration, unaskedNotices } from './plan.ts'
import type { GenerateRequest } from './request.ts'
import { reviewNote } from './review/review.ts'
import { type SpokenAt, somethingSaid, withoutPauses, withTimes } from './turns.ts'
import { apartFromTimes, timesResult } from './visit-times.ts'
import { unansweredResult, type WrittenGroup, writeGroup } from './write-group.ts'
import type { Writer } from './writer.ts'

export class NothingSaidError extends Error {
  override name = 'NothingSaidError'
  constructor() {
    super('Nothing was said in this session, so there is no note to write.')
  }
}

function uncheckedNotices(languages: readonly (string | undefined)[], results: Iterable<Result>): string[] {
  if (![...results].some(({ writer }) => writer === 'model')) return []
  return [...new Set(languages)].flatMap((code) => (code === undefined ? [] : (uncheckedSentence(code) ?? [])))
}

/**
 * Fills a template from the turns of a session. Fields of a writer that fails stay empty, in `unanswered`.
 * @throws NothingSaidError if the turns contain no speech
 * @throws ComputingFailedError if the analysis failed
 * @throws NoAnswerError if every writer failed and no field was answered
 * @throws TryLaterError if a model is temporarily unavailable and `laterMaxMs` allows to wait
 * @throws the signal's reason if it is aborted
 */
export async function generate(original: GenerateRequest): Promise<Output> {
  const { context, times } = apartFromTimes(original.context)
  const spoken = withoutPauses(original.turns)
  const request = { ...original, turns: spoken.turns, context }
  const { template, turns, computing = computeHere, onResult = () => {} } = request
  // The whole note fails, so the other groups are aborted.
  const failureAbort = new AbortController()
  const signal = AbortSignal.any([request.signal, failureAbort.signal])
  signal.throwIfAborted()
  if (!somethingSaid(turns)) throw new NothingSaidError()
  const { rounds, ...unplanned } = planGeneration(template, request.dynamicFields)
  const sessionWords: Spoken = {
    turns,
    context,
    id: randomUUID(),
    ...(request.language === undefined ? {} : { language: request.language }),
    ...(request.turnUnclear === undefined ? {} : { unclear: request.turnUnclear }),
  }
  const { existingResults: earlierResults = [], writtenBefore = [] } = request
  const existingResults = new Map([...earlierResults, ...writtenBefore].map((result) => [result.id, result]))
  const results = new Map<string, Result>(existingResults)
  const unanswered = new Set<string>()
  const outcomes: WrittenGroup[] = []
  const notices: string[] = request.rewriting === undefined ? spoken.notices : []
  const timed = <Words extends SpokenAt>(words: readonly Words[]) => withTimes(words, request.turnBeginsMs)
  const settle = (draftResult: Result) => {
    const result = { ...draftResult, evidence: timed(draftResult.evidence) }
    results.set(result.id, result)
    onResult(result)
  }
  const isWanted = ({ condition }: Field) =>
    condition === undefined || meetsCondition(condition, results.get(condition.id))
  // If a writer has failed to answer a field, a condition that refers to this field cannot be decided.
  const cannotDecide = ({ condition }: Field) => condition !== undefined && unanswered.has(condition.id)
  for (const round of rounds) {
    const openGroups = round
      .map((group) => ({ ...group, fields: group.fields.filter(({ id }) => !existingResults.has(id)) }))
      .map((group) => {
        const left = group.fields.filter(cannotDecide)
        for (const field of left) {
          unanswered.add(field.id)
          settle(unansweredResult(field))
        }
        if (left.length > 0) notices.push(unansweredNotice(left.map(({ name }) => name)))
        const openFields = group.fields.filter((field) => !cannotDecide(field) && isWanted(field))
        for (const field of openFields) {
          const timeResult = timesResult(field, times)
          if (timeResult !== null) settle(timeResult)
        }
        return { ...group, fields: openFields.filter(({ id }) => !results.has(id)) }
      })
      .filter(({ fields }) => fields.length > 0)
    const writtenGroups = await Promise.all(
      openGroups.map((group) => writeGroup(group, { ...request, computing, signal }, sessionWords, settle)),
    ).catch((error: unknown) => {
      failureAbort.abort(error)
      throw error
    })
    const postponed = writtenGroups.filter((group) => group.postponed)
    if (postponed.length > 0) {
      const readyResults = [...results.values()].filter(
        ({ id }) => !earlierResults.some((one) => one.id === id) && !unanswered.has(id),
      )
      const allNotices = [...notices, ...writtenGroups.flatMap((group) => (group.postponed ? [] : group.notices))]
      throw new TryLaterError(
        readyResults,
        allNotices,
        postponed.flatMap(({ failure }) => failure ?? []),
      )
    }
    for (const group of writtenGroups) {
      for (const { id } of group.unanswered) unanswered.add(id)
      if (group.failure !== null) request.onFailure?.(group.failure)
      if (group.unanswered.length > 0)
        notices.push(
          unansweredNotice(
            group.unanswered.map(({ name }) => name),
            group.writer,
          ),
        )
      notices.push(...group.notices)
    }
    outcomes.push(...writtenGroups)
  }
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  if (
    failures.length > 0 &&
    writtenBefore.length === 0 &&
    outcomes.every(({ answered, failure }) => answered === 0 && failure !== null)
  )
    throw new NoAnswerError(failures)
  notices.push(
    ...unaskedNotices(unplanned),
    ...uncheckedNotices([request.language, template.language], results.values()),
  )
  const fields = [...template.fields, ...(request.dynamicFields ?? []).map(toField)]
  const order = [...template.fields, ...(request.dynamicFields ?? [])].map(({ id }) => results.get(id))
  const ordered = order.filter((result) => result !== undefined)
  const allOmissions = await computing.read('omissions', [turns, ordered], signal)
  const fresh = fields.filter(({ id }) => !earlierResults.some((one) => one.id === id) && !unanswered.has(id))
  const unreviewed = { fields: fresh, results: ordered, omissions: allOmissions }
  const reviewed = await reviewNote(unreviewed, authorOf(outcomes, fresh, request), { ...request, computing, signal })
  const output = {
    results: reviewed.results,
    omissions: timed(reviewed.omissions),
    notices: [...notices, ...reviewed.notices],
    ...(unanswered.size === 0 ? {} : { unanswered: [...unanswered] }),
  }
  return { ...output, results: await computing.read('mentions', [fields, output], signal) }
}

/** Only this writer, or the reviewer that is set for it, reviews the note. */
function authorOf(groups: readonly WrittenGroup[], fields: readonly Field[], { writers }: GenerateRequest): Writer {
  const counts = new Map<number | undefined, { writer: Writer; count: number }>()
  for (const { by, answered: count } of groups)
    counts.set(by.slot, { writer: by, count: count + (counts.get(by.slot)?.count ?? 0) })
  const [most] = [...counts.values()].sort((one, another) => another.count - one.count)
  return most?.writer ?? writers(fields[0]?.model ?? 0)
}
