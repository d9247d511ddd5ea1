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
      if (better.faults.length < (kept.get(id)?.faults.length ?? Number.POSITIVE_INFINITY)) kept.set(id, better)
    })
    // The first answers are kept, so a failure of the second one is not reported.
    if (first.ended !== 'complete') last = next
    again = next.ended === 'unusable' && kept.size > before ? missing() : []
  }
  return { ...last, kept }
}

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
