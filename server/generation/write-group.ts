import type { Field, Result } from '../../lib/contracts/index.ts'
import { type Checked, emptyResult } from './check/index.ts'
import { type Computing, ComputingFailedError, type Spoken } from './computing/computing.ts'
import type { GenerateRequest } from './engine.ts'
import { type GroupFailure, groupFailure, UnusableAnswerError } from './failures.ts'
import type { Group } from './plan.ts'
import type { Draft, WriteRequest, Writer } from './writer.ts'

const groupTimeoutDefaultMs = 4 * 60_000

const noAnswer = 'No usable answer came for this field. Ask again, or write it by hand.'

/** A field that was asked for and not answered: empty, with a sentence that says so. */
export const unansweredResult = (field: Field): Result =>
  emptyResult(field, [{ severity: 1, text: '', reason: noAnswer }])

/** What became of one group. */
export interface WrittenGroup {
  /** What the model is called. */
  writer: string
  /** How many fields have an answer. */
  answered: number
  /** The fields that have none because the writer failed. */
  unanswered: Field[]
  /** null where the writer answered to the end. */
  failure: GroupFailure | null
  notices: string[]
}

/**
 * Writes one group: every draft checked, faulty and unusable answers asked for once more, then kept and marked.
 * Settles every field of the group, a field without an answer as empty with a sentence that says so. Throws
 * ComputingFailedError when the words could not be read.
 */
export async function writeGroup(
  group: Group,
  request: GenerateRequest & { computing: Computing },
  spoken: Spoken,
  settle: (result: Result) => void,
): Promise<WrittenGroup> {
  const writer = request.writers(group.slot)
  const { computing } = request
  const { contextSize = 0 } = writer
  const { turns, leftOut } =
    contextSize === 0
      ? { turns: request.turns, leftOut: 0 }
      : await computing.read('fit', [request.turns, group.fields, contextSize], request.signal)
  const timeout = AbortSignal.timeout(request.groupTimeoutMs ?? groupTimeoutDefaultMs)
  const asked: Omit<WriteRequest, 'fields' | 'complaints'> = {
    instructions: request.template.instructions,
    turns,
    context: request.context,
    temperature: group.temperature,
    ...(request.rewriting === undefined ? {} : { rewriting: request.rewriting }),
    computing,
    onUsage: (tokens) => request.onUsage?.(group.slot, tokens),
    signal: AbortSignal.any([request.signal, timeout]),
  }
  const kept = new Map<string, Checked>()
  const check = (field: Field, draft: Draft) => computing.read('check', [field, draft, spoken], request.signal)
  const first = await ask(writer, { ...asked, fields: group.fields, complaints: [] }, check, (checked) => {
    kept.set(checked.result.id, checked)
    if (checked.faults.length === 0) settle(checked.result)
  })
  request.signal.throwIfAborted()

  const missing = () => group.fields.filter(({ id }) => !kept.has(id))
  const faulty = group.fields.filter(({ id }) => (kept.get(id)?.faults.length ?? 0) > 0)
  const again = [...faulty, ...(first.ended === 'unusable' ? missing() : [])]
  let last = first
  if (again.length > 0 && !timeout.aborted) {
    const complaints = again.flatMap(({ id }) =>
      (kept.get(id)?.faults ?? ['There was no usable answer.']).map((fault) => ({ id, fault })),
    )
    const second = await ask(writer, { ...asked, fields: again, complaints }, check, (better) => {
      const { id } = better.result
      // A second answer with no fewer faults is no better than the first.
      if (better.faults.length < (kept.get(id)?.faults.length ?? Number.POSITIVE_INFINITY)) kept.set(id, better)
    })
    request.signal.throwIfAborted()
    if (first.ended !== 'complete') last = second
  }
  for (const { id } of again) {
    const checked = kept.get(id)
    if (checked !== undefined) settle(checked.result)
  }
  const empty = missing()
  const told = last.ended !== 'complete'
  for (const field of empty) settle(told ? unansweredResult(field) : emptyResult(field))
  const unanswered = told ? empty : []
  return {
    writer: writer.name,
    answered: group.fields.length - empty.length,
    unanswered,
    // An answer that broke off at its very end may have left no field out.
    failure: unanswered.length === 0 ? null : groupFailure(last.error, group.slot, writer.provider ?? 'embedded'),
    notices:
      leftOut === 0
        ? []
        : [
            `The session is longer than ${writer.name} can read at once. The least relevant ${leftOut} of ${turns.length} turns were left out for ${group.fields.map(({ name }) => `“${name}”`).join(', ')}.`,
          ],
  }
}

/** How an answer ended: to its end, with something that could not be used, or not at all. */
type Ended = { ended: 'complete'; error?: undefined } | { ended: 'unusable' | 'failed'; error: unknown }

/** Asks a writer and hands each field's checked answer on, once. The caller looks at its own signal after this. */
async function ask(
  writer: Writer,
  asked: WriteRequest,
  check: (field: Field, draft: Draft) => Promise<Checked>,
  each: (checked: Checked) => void,
): Promise<Ended> {
  const open = new Map<string, Field>(asked.fields.map((field) => [field.id, field]))
  try {
    for await (const draft of untilAborted(writer.write(asked), asked.signal)) {
      const field = open.get(draft.id)
      open.delete(draft.id)
      if (field !== undefined) each(await check(field, draft))
    }
    return { ended: 'complete' }
  } catch (error) {
    // Words that cannot be read fail the whole note: they would keep a thread busy for every group.
    if (error instanceof ComputingFailedError) throw error
    // A writer's failure costs its fields. The error's words go no further: they may repeat the session's.
    return { ended: error instanceof UnusableAnswerError ? 'unusable' : 'failed', error }
  }
}

/** Passes drafts on until the signal aborts, also when the writer itself does not listen. */
async function* untilAborted(drafts: AsyncIterable<Draft>, signal: AbortSignal): AsyncGenerator<Draft> {
  const iterator = drafts[Symbol.asyncIterator]()
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  aborted.promise.catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted.promise])
      if (next.done === true) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // Not awaited: a writer that hangs would hold its closing back for ever.
    Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
