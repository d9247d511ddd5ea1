import type { Field, Result } from '../../lib/contracts/index.ts'
import { type Checked, emptyResult } from './check/index.ts'
import { type Computing, ComputingFailedError, type Spoken } from './computing/computing.ts'
import type { Draft } from './draft.ts'
import { type GroupFailure, groupFailure, UnusableAnswerError } from './failures.ts'
import type { Group } from './plan.ts'
import type { GenerateRequest } from './request.ts'
import type { WriteRequest, Writer } from './writer.ts'

const groupTimeoutDefaultMs = 4 * 60_000

const noAnswer = 'No usable answer came for this field. Ask again, or write it by hand.'

/** An empty result with a flag that says the field was not answered. */
export const unansweredResult = (field: Field): Result =>
  emptyResult(field, [{ severity: 1, text: '', reason: noAnswer }])

/** What every call of a note tells the model in the same words, besides the transcript. */
export const aboutOf = ({ template: { name, group }, byVoice = false }: GenerateRequest) => ({
  about: { name, ...(group === undefined ? {} : { group }) },
  byVoice,
})

/** The outcome of one group. */
export interface WrittenGroup {
  /** The display name of the writer. */
  writer: string
  /** Number of fields with an answer. */
  answered: number
  /** Fields without an answer because the writer failed. */
  unanswered: Field[]
  /** Null if the writer answered completely. */
  failure: GroupFailure | null
  notices: string[]
}

/**
 * Writes one group. Every draft is checked. If a draft has faults or cannot be used, the writer is asked once more.
 * Calls `settle` for every field of the group, also for fields without an answer. Throws ComputingFailedError if the
 * analysis failed.
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
    ...aboutOf(request),
    ...(request.language === undefined ? {} : { language: request.language }),
    ...(request.template.language === undefined ? {} : { noteLanguage: request.template.language }),
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
      // A second answer replaces the first only if it has fewer faults.
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
  const isIncomplete = last.ended !== 'complete'
  for (const field of empty) settle(isIncomplete ? unansweredResult(field) : emptyResult(field))
  const unanswered = isIncomplete ? empty : []
  return {
    writer: writer.name,
    answered: group.fields.length - empty.length,
    unanswered,
    // If the answer broke off at its very end, no field may be missing. Then it is not a failure.
    failure: unanswered.length === 0 ? null : groupFailure(last.error, group.slot, writer.provider ?? 'embedded'),
    notices:
      leftOut === 0
        ? []
        : [
            `The session is longer than ${writer.name} can read at once. The least relevant ${leftOut} of ${turns.length} turns were left out for ${group.fields.map(({ name }) => `“${name}”`).join(', ')}.`,
          ],
  }
}

/** How an answer ended: completely, with an unusable part, or with an error of the writer. */
type Ended = { ended: 'complete'; error?: undefined } | { ended: 'unusable' | 'failed'; error: unknown }

/**
 * Asks a writer and passes each field's checked answer to `each`, once. After an abort, this function may still return
 * normally, so the caller must check its own signal afterwards.
 */
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
    // If the analysis fails, the whole note fails. If only this group failed, every other group would also occupy a
    // thread until its time limit.
    if (error instanceof ComputingFailedError) throw error
    // If a writer fails, only its fields stay empty. Do not pass on the error's message: it may quote the session.
    return { ended: error instanceof UnusableAnswerError ? 'unusable' : 'failed', error }
  }
}

/** Passes drafts on until the signal aborts, even if the writer ignores the signal. */
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
    // Not awaited: if the writer hangs, its `return` never resolves, and this function would hang too.
    Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
