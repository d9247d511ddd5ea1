import { randomUUID } from 'node:crypto'
import type { DynamicField, Field, Output, Result, Template, VisitContext } from '../../lib/contracts/index.ts'
import { unansweredNotice } from '../../lib/report/index.ts'
import { conditionHolds } from '../../lib/template/index.ts'
import { emptyResult } from './check/index.ts'
import type { Computing, Spoken } from './computing/computing.ts'
import { computeHere } from './computing/here.ts'
import { type GroupFailure, NoAnswerError } from './failures.ts'
import { planGeneration } from './plan.ts'
import { somethingSaid } from './turns.ts'
import { unansweredResult, type WrittenGroup, writeGroup } from './write-group.ts'
import type { TokenCount, Writer } from './writer.ts'

/** Everything one generation needs. */
export interface GenerateRequest {
  template: Template
  /** Fields of the page's form; generated only for the extension (product 3.5). */
  dynamicFields?: readonly DynamicField[]
  turns: readonly string[]
  context: VisitContext
  /** Results that stand already: their fields are not asked for, and conditions look at them. */
  standing?: readonly Result[]
  /** Where one field is written anew: what stands there, and how it is to change. */
  rewriting?: { text: string; instruction: string }
  /** The writer of a model slot, 0 to 14. */
  writers: (slot: number) => Writer
  /** Where the words are read; absent: in the thread of the caller. */
  computing?: Computing
  /** How long one group may take before its fields are left empty, in ms. */
  groupTimeoutMs?: number
  signal: AbortSignal
  /** Told each field's result as soon as it is settled, once per field. */
  onResult?: (result: Result) => void
  /** Told each group that its writer did not answer, or not to the end. */
  onFailure?: (failure: GroupFailure) => void
  /** Told what each answer of a language model cost, by model slot. */
  onUsage?: (slot: number, tokens: TokenCount) => void
}

/** Thrown when a transcript holds no words: without speech there is no note (product 10.8). */
export class NothingSaidError extends Error {
  override name = 'NothingSaidError'
  constructor() {
    super('Nothing was said in this session, so there is no note to write.')
  }
}

/**
 * Fills a template from a session's turns: round after round, each draft checked, asked for once more where it fails, then
 * kept and marked. A writer that fails or takes too long leaves its fields empty and `unanswered`, with a notice that names them.
 * @throws NothingSaidError when the turns hold no words, ComputingFailedError when they could not be read, NoAnswerError when every writer failed and no field was answered, and
 * the signal's reason when it is aborted.
 */
export async function generate(request: GenerateRequest): Promise<Output> {
  const { template, turns, context, computing = computeHere, onResult = () => {} } = request
  // A group that cannot be read ends the others: their answers would be thrown away.
  const stopped = new AbortController()
  const signal = AbortSignal.any([request.signal, stopped.signal])
  signal.throwIfAborted()
  if (!somethingSaid(turns)) throw new NothingSaidError()
  const { rounds, undecidable } = planGeneration(template, request.dynamicFields)
  const spoken: Spoken = { turns, context, id: randomUUID() }
  const standing = new Map(request.standing?.map((result) => [result.id, result]))
  const results = new Map<string, Result>(standing)
  const unanswered = new Set<string>()
  const written: WrittenGroup[] = []
  const notices: string[] = []
  const settle = (result: Result) => {
    results.set(result.id, result)
    onResult(result)
  }
  const wanted = (field: Field) =>
    field.condition === undefined || conditionHolds(field.condition, results.get(field.condition.id)?.value ?? [])
  // A condition cannot be decided by a field that was not answered.
  const cannotDecide = ({ condition }: Field) => condition !== undefined && unanswered.has(condition.id)
  for (const round of rounds) {
    const open = round
      .map((group) => ({ ...group, fields: group.fields.filter(({ id }) => !standing.has(id)) }))
      .map((group) => {
        const left = group.fields.filter(cannotDecide)
        for (const field of left) {
          unanswered.add(field.id)
          settle(unansweredResult(field))
        }
        if (left.length > 0) notices.push(unansweredNotice(left.map(({ name }) => name)))
        const decided = group.fields.filter((field) => !cannotDecide(field))
        for (const field of decided) if (!wanted(field)) settle(emptyResult(field))
        return { ...group, fields: decided.filter(wanted) }
      })
      .filter(({ fields }) => fields.length > 0)
    const told = await Promise.all(
      open.map((group) => writeGroup(group, { ...request, computing, signal }, spoken, settle)),
    ).catch((error: unknown) => {
      stopped.abort(error)
      throw error
    })
    for (const group of told) {
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
    written.push(...told)
  }
  const failures = written.flatMap(({ failure }) => failure ?? [])
  if (failures.length > 0 && written.every(({ answered, failure }) => answered === 0 && failure !== null))
    throw new NoAnswerError(failures)
  for (const field of undecidable) if (!standing.has(field.id)) settle(emptyResult(field))
  if (undecidable.length > 0)
    notices.push(
      `${undecidable.length === 1 ? '1 field was' : `${undecidable.length} fields were`} left empty, because a condition depends on a field that is not in the template, or on its own answer.`,
    )
  const order = [...template.fields, ...(request.dynamicFields ?? [])].map(({ id }) => results.get(id))
  const ordered = order.filter((result) => result !== undefined)
  return {
    results: ordered,
    omissions: await computing.read('omissions', [turns, ordered], signal),
    notices,
    ...(unanswered.size === 0 ? {} : { unanswered: [...unanswered] }),
  }
}
