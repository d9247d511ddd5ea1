import type { DynamicField, Field, Output, Result, Template, VisitContext } from '../../lib/contracts/index.ts'
import { conditionHolds } from '../../lib/template/index.ts'
import { type CheckContext, emptyResult, takeStock } from './check/index.ts'
import { findOmissions } from './omissions.ts'
import { planGeneration } from './plan.ts'
import { somethingSaid } from './turns.ts'
import { fieldCount, writeGroup } from './write-group.ts'
import type { TokenCount, Writer } from './writer.ts'

/** Everything one generation needs. */
export interface GenerateRequest {
  template: Template
  /** Fields of the page's form; generated only for the extension (spec §3). */
  dynamicFields?: readonly DynamicField[]
  turns: readonly string[]
  context: VisitContext
  /** Where one field is written anew: what stands there, and how it is to change. */
  rewriting?: { text: string; instruction: string }
  /** The writer of a model slot, 0 to 14. */
  writers: (slot: number) => Writer
  /** How long one group may take before its fields are left empty, in ms. */
  groupTimeoutMs?: number
  signal: AbortSignal
  /** Told each field's result as soon as it is settled, once per field. */
  onResult?: (result: Result) => void
  /** Told what each answer of a language model cost, by model slot. */
  onUsage?: (slot: number, tokens: TokenCount) => void
}

/** Thrown when a transcript holds no words: without speech there is no note (design §6). */
export class NothingSaidError extends Error {
  override name = 'NothingSaidError'
  constructor() {
    super('Nothing was said in this session, so there is no note to write.')
  }
}

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
