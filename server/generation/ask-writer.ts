import type { Field } from '../../lib/contracts/index.ts'
import type { Checked } from './check/index.ts'
import { ComputingFailedError } from './computing/computing.ts'
import type { Draft } from './draft.ts'
import { UnusableAnswerError } from './failures.ts'
import type { WriteRequest, Writer } from './writer.ts'

/**
 * How an answer ended. `complete`: without an error. `unusable`: with an UnusableAnswerError, for example because the
 * answer was cut off. `failed`: with another error of the writer.
 */
export type Ended = { ended: 'complete'; error?: undefined } | { ended: 'unusable' | 'failed'; error: unknown }

/** The checked answers of a writer (`kept`, by field id), and how its last answer ended. */
export type Answered = Ended & { kept: Map<string, Checked> }

type Check = (field: Field, draft: Draft) => Promise<Checked>

/**
 * Asks a writer for fields, and checks every draft. Fields whose draft has faults are asked a second time, together
 * with the draft and its faults. If an answer was cut off or left fields out, only the missing fields are asked again, until an
 * answer contains no new field. `each` is called while the first answer arrives, once for each draft without a fault.
 * Throws ComputingFailedError. After an abort, this function may return normally, so the caller must check its signal.
 */
export async function askWriter(
  writer: Writer,
  asked: Omit<WriteRequest, 'complaints'>,
  check: Check,
  each: (checked: Checked) => void = () => {},
): Promise<Answered> {
  const { fields, signal } = asked
  const kept = new Map<string, Checked>()
  const answers = new Map<string, Draft>()
  const first = await askOnce(writer, { ...asked, complaints: [] }, check, (checked, draft) => {
    kept.set(draft.id, checked)
    answers.set(draft.id, draft)
    if (checked.faults.length === 0) each(checked)
  })
  const missing = () => fields.filter(({ id }) => !kept.has(id))
  const faulty = fields.filter(({ id }) => (kept.get(id)?.faults.length ?? 0) > 0)
  let again = [...faulty, ...(first.ended === 'unusable' ? missing() : [])]
  let last = first
  while (again.length > 0 && !signal.aborted) {
    const complaints = again.map(({ id }) => {
      const answer = answers.get(id)
      const faults = kept.get(id)?.faults ?? ['The model gave no usable answer for this field.']
      return { id, faults, ...(answer === undefined ? {} : { answer }) }
    })
    const before = kept.size
    const next = await askOnce(writer, { ...asked, fields: again, complaints }, check, (better) => {
      const { id } = better.result
      // A second answer replaces the first one only if it has fewer faults.
      if (better.faults.length < (kept.get(id)?.faults.length ?? Number.POSITIVE_INFINITY)) kept.set(id, better)
    })
    // If the first answer was complete, the fields were asked again only because of faults, and the first answers are
    // kept. So a failure of the second answer is not reported.
    if (first.ended !== 'complete') last = next
    again = next.ended === 'unusable' && kept.size > before ? missing() : []
  }
  return { ...last, kept }
}

/** Asks a writer once, and checks each answer. Calls `each` once per field, with the checked answer. */
async function askOnce(
  writer: Writer,
  asked: WriteRequest,
  check: Check,
  each: (checked: Checked, draft: Draft) => void,
): Promise<Ended> {
  const open = new Map<string, Field>(asked.fields.map((field) => [field.id, field]))
  try {
    for await (const draft of untilAborted(writer.write(asked), asked.signal)) {
      const field = open.get(draft.id)
      open.delete(draft.id)
      if (field !== undefined) each(await check(field, draft), draft)
    }
    return { ended: 'complete' }
  } catch (error) {
    // If the analysis in a worker thread fails or takes too long, the whole note fails. If only this group of fields
    // failed, the analysis of every other group would probably also occupy a thread until the time limit.
    if (error instanceof ComputingFailedError) throw error
    // If a writer fails, only its fields stay empty. Do not log the message of the error, because it may quote the
    // session.
    return { ended: error instanceof UnusableAnswerError ? 'unusable' : 'failed', error }
  }
}

/** Returns the drafts until the signal aborts, even if the writer ignores the signal. */
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
    // Do not await `return`: if the writer hangs, `return` never resolves, and this function would hang too.
    Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
