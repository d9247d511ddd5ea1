import type { DynamicField, Field, Output, Result, Template, VisitContext } from '../../lib/contracts/index.ts'
import { conditionHolds } from '../../lib/template/index.ts'
import { type CheckContext, type Checked, checkDraft, emptyResult, takeStock } from './check/index.ts'
import { findOmissions } from './omissions.ts'
import { type Group, planGeneration } from './plan.ts'
import { somethingSaid } from './turns.ts'
import type { Draft, Writer } from './writer.ts'

/** Everything one generation needs. */
export interface GenerateRequest {
  template: Template
  /** Fields of the page's form; generated only for the extension (spec §3). */
  dynamicFields?: readonly DynamicField[]
  turns: readonly string[]
  context: VisitContext
  /** The writer of a model slot, 0 to 14. */
  writers: (slot: number) => Writer
  /** How long one group may take before its fields are left empty, in ms. */
  groupTimeoutMs?: number
  signal: AbortSignal
  /** Told each field's result as soon as it is settled, once per field. */
  onResult?: (result: Result) => void
}

const groupTimeoutDefaultMs = 4 * 60_000

/** Thrown when a transcript holds no words: without speech there is no note (design §6). */
export class NothingSaidError extends Error {
  override name = 'NothingSaidError'
  constructor() {
    super('Nothing was said in this session, so there is no note to write.')
  }
}

const fieldCount = (count: number): string => (count === 1 ? '1 field was' : `${count} fields were`)

/**
 * Fills a template from a session's turns: round after round, each draft checked, asked for once more where it fails, then
 * kept and marked. A writer that fails or takes too long leaves its fields empty, with a notice.
 * @throws NothingSaidError when the turns hold no words, and the signal's reason when it is aborted.
 */
export async function generate(request: GenerateRequest): Promise<Output> {
  const { template, turns, context, signal, onResult = () => {} } = request
  signal.throwIfAborted()
  if (!somethingSaid(turns)) throw new NothingSaidError()
  const { rounds, undecidable } = planGeneration(template, request.dynamicFields)
  const against: CheckContext = { turns, context, stock: takeStock(turns, context) }
  const results = new Map<string, Result>()
  const notices: string[] = []
  const settle = (result: Result) => {
    results.set(result.id, result)
    onResult(result)
  }
  const wanted = (field: Field) =>
    field.condition === undefined || conditionHolds(field.condition, results.get(field.condition.id)?.value ?? [])
  for (const round of rounds) {
    for (const field of round.flatMap(({ fields }) => fields)) if (!wanted(field)) settle(emptyResult(field))
    const open = round
      .map((group) => ({ ...group, fields: group.fields.filter(wanted) }))
      .filter(({ fields }) => fields.length > 0)
    const told = await Promise.all(open.map((group) => writeGroup(group, request, against, settle)))
    notices.push(...told.flat())
  }
  for (const field of undecidable) settle(emptyResult(field))
  if (undecidable.length > 0)
    notices.push(
      `${fieldCount(undecidable.length)} left empty: a condition there looks at a field that is not in the template, or back at itself.`,
    )
  const order = [...template.fields, ...(request.dynamicFields ?? [])].map(({ id }) => results.get(id))
  const ordered = order.filter((result) => result !== undefined)
  return { results: ordered, omissions: findOmissions(turns, ordered), notices }
}

/** Writes one group, asking once more about faulty answers. Returns notices; settles every field of the group. */
async function writeGroup(
  group: Group,
  request: GenerateRequest,
  against: CheckContext,
  settle: (result: Result) => void,
): Promise<string[]> {
  const writer = request.writers(group.slot)
  const kept = new Map<string, Checked>()
  const complete = await askWriter(writer, group, group.fields, request, against, [], (checked) => {
    kept.set(checked.result.id, checked)
    if (checked.faults.length === 0) settle(checked.result)
  })
  const faulty = group.fields.filter(({ id }) => (kept.get(id)?.faults.length ?? 0) > 0)
  if (faulty.length > 0) {
    const complaints = faulty.flatMap(({ id }) => (kept.get(id)?.faults ?? []).map((fault) => ({ id, fault })))
    await askWriter(writer, group, faulty, request, against, complaints, (better) => {
      const { id } = better.result
      // A second answer with no fewer faults is no better than the first.
      if (better.faults.length < (kept.get(id)?.faults.length ?? 0)) kept.set(id, better)
    })
    for (const { id } of faulty) {
      const checked = kept.get(id)
      if (checked !== undefined) settle(checked.result)
    }
  }
  const missing = group.fields.filter(({ id }) => !kept.has(id))
  for (const field of missing) settle(emptyResult(field))
  if (!complete && missing.length > 0)
    return [`${writer.name} did not answer: ${fieldCount(missing.length)} left empty.`]
  return []
}

/** Asks a writer and hands each field's checked answer on, once. Answers whether the writer came to its end. */
async function askWriter(
  writer: Writer,
  group: Group,
  fields: readonly Field[],
  request: GenerateRequest,
  against: CheckContext,
  complaints: { id: string; fault: string }[],
  each: (checked: Checked) => void,
): Promise<boolean> {
  const open = new Map(fields.map((field) => [field.id, field]))
  const timeout = AbortSignal.timeout(request.groupTimeoutMs ?? groupTimeoutDefaultMs)
  const signal = AbortSignal.any([request.signal, timeout])
  const drafts = writer.write({
    instructions: request.template.instructions,
    fields,
    turns: request.turns,
    context: request.context,
    temperature: group.temperature,
    complaints,
    signal,
  })
  try {
    for await (const draft of untilAborted(drafts, signal)) {
      const field = open.get(draft.id)
      if (field !== undefined) each(checkDraft(field, draft, against))
      open.delete(draft.id)
    }
    return true
  } catch {
    // The caller's own abort goes up; a writer's failure costs its fields, told in a notice without the error's words.
    request.signal.throwIfAborted()
    return false
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
