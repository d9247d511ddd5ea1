import type { Field } from '../../lib/contracts/index.ts'
import type { Checked } from './check/index.ts'
import { ComputingFailedError } from './computing/computing.ts'
import type { Draft } from './draft.ts'
import { UnusableAnswerError } from './failures.ts'
import type { WriteRequest, Writer } from './writer.ts'

export type Ended = { ended: 'complete'; error?: undefined } | { ended: 'unusable' | 'failed'; error: unknown }

export type Answered = Ended & { kept: Map<string, Checked> }

type Check = (field: Field, draft: Draft) => Promise<Checked>

export async function askWriter(
  writer: Writer,
  request: Omit<WriteRequest, 'complaints'>,
  check: Check,
  each: (checked: Checked) => void = () => {},
): Promise<Answered> {
  const { fields, signal } = request
  const checkedDrafts = new Map<string, Checked>()
  const answers = new Map<string, Draft>()
  const first = await askOnce(writer, { ...request, complaints: [] }, check, (result, draft) => {
    checkedDrafts.set(draft.id, result)
    answers.set(draft.id, draft)
    if (result.faults.length === 0) each(result)
  })
  const missingFields = () => fields.filter(({ id }) => !checkedDrafts.has(id))
  const faulty = fields.filter(({ id }) => (checkedDrafts.get(id)?.faults.length ?? 0) > 0)
  let retryFields = [...faulty, ...(first.ended === 'unusable' ? missingFields() : [])]
  let last = first
  while (retryFields.length > 0 && !signal.aborted) {
    const complaints = retryFields.map(({ id }) => {
      const answer = answers.get(id)
      const faults = checkedDrafts.get(id)?.faults ?? ['The model gave no usable answer for this field.']
      return { id, faults, ...(answer === undefined ? {} : { answer }) }
    })
    const count = checkedDrafts.size
    const next = await askOnce(writer, { ...request, fields: retryFields, complaints }, check, (better) => {
      const { id } = better.result
      if (better.faults.length < (checkedDrafts.get(id)?.faults.length ?? Number.POSITIVE_INFINITY))
        checkedDrafts.set(id, better)
    })
    // The first answers are kept, so a failure of the second one is not reported.
    if (first.ended !== 'complete') last = next
    retryFields = next.ended === 'unusable' && checkedDrafts.size > count ? missingFields() : []
  }
  return { ...last, kept: checkedDrafts }
}

async function askOnce(
  writer: Writer,
  request: WriteRequest,
  check: Check,
  each: (checked: Checked, draft: Draft) => void,
): Promise<Ended> {
  const openFields = new Map<string, Field>(request.fields.map((field) => [field.id, field]))
  try {
    for await (const draft of untilAborted(writer.write(request), request.signal)) {
      const field = openFields.get(draft.id)
      openFields.delete(draft.id)
      if (field !== undefined) each(await check(field, draft), draft)
    }
    return { ended: 'complete' }
  } catch (error) {
    // The note fails: other groups would probably occupy a thread until the time limit as well.
    if (error instanceof ComputingFailedError) throw error
    // Only its fields stay empty. The message of the error may quote the session, so it is not logged.
    return { ended: error instanceof UnusableAnswerError ? 'unusable' : 'failed', error }
  }
}

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
