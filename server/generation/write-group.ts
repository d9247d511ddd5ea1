import type { Field, Result, WrittenBy } from '../../lib/contracts/index.ts'
import { askWriter } from './ask-writer.ts'
import { type Checked, emptyResult } from './check/index.ts'
import type { Computing, Spoken } from './computing/computing.ts'
import type { Draft } from './draft.ts'
import { type GroupFailure, groupFailure, isTransient } from './failures.ts'
import { type Group, quoted } from './plan.ts'
import type { GenerateRequest } from './request.ts'
import { sessionParts } from './session-parts.ts'
import { forbiddenPhrases } from './style.ts'
import type { TokenCount } from './tokens.ts'
import { type PartsAnswered, writeParts } from './write-parts.ts'
import type { Writer } from './writer.ts'

const groupTimeoutDefaultMs = 4 * 60_000
/** A local model reads the parts one after the other. */
const partTimeoutMs = 30_000

const noAnswer =
  'The model gave no answer that can be used for this field. Ask the model again, or write this field by hand.'

export const unansweredResult = (field: Field): Result =>
  emptyResult(field, [{ severity: 1, text: '', reason: noAnswer }])

export const sharedBy = ({ template, context, byVoice = false, language, style }: GenerateRequest) => ({
  instructions: template.instructions,
  about: { name: template.name, ...(template.group === undefined ? {} : { group: template.group }) },
  context,
  byVoice,
  ...(language === undefined ? {} : { language }),
  ...(template.language === undefined ? {} : { noteLanguage: template.language }),
  ...(style === undefined ? {} : { style }),
})

const providerOf = ({ provider = 'embedded' }: Writer): string => provider
const kindOf = (writer: Writer): WrittenBy => (providerOf(writer) === 'embedded' ? 'embedded' : 'model')

export interface WrittenGroup {
  writer: string
  by: Writer
  answered: number
  unanswered: Field[]
  /** Null if this writer answered every field, or ended its answer normally. */
  failure: GroupFailure | null
  /** `writeGroup` did not call `settle` for these fields. */
  postponed: boolean
  notices: string[]
}

type Asked = GenerateRequest & { computing: Computing }

/** If the fields wait for a later attempt, `settle` is not called. Otherwise the fallback is asked (product 10.20). */
export async function writeGroup(
  group: Group,
  request: Asked,
  sessionWords: Spoken,
  settle: (result: Result) => void,
): Promise<WrittenGroup> {
  const writer = request.writers(group.slot)
  const settled = new Set<string>()
  const settleOnce = (result: Result) => {
    if (settled.has(result.id)) return
    settled.add(result.id)
    settle(result)
  }
  let last = writer
  const first = await writeWith(writer, group, group.fields, request, sessionWords, settleOnce)
  let { failure, missing } = first
  const notices = [...first.notices]
  const outcome = () => ({
    writer: writer.name,
    by: last,
    answered: group.fields.length - missing.length,
    failure,
    notices,
  })
  if (failure !== null && mayWait(failure, request)) return { ...outcome(), unanswered: missing, postponed: true }
  if (failure !== null && writer.fallback !== undefined) {
    request.onTrouble?.(failure)
    last = writer.fallback
    const second = await writeWith(last, group, missing, request, sessionWords, settleOnce)
    const recoveredFields = missing.filter((field) => !second.missing.includes(field))
    if (recoveredFields.length > 0)
      notices.push(
        `The model ${writer.name} did not answer. The model ${last.name} wrote ${quoted(recoveredFields)} instead.`,
      )
    notices.push(...second.notices)
    ;({ failure, missing } = second)
    for (const [id, partialResult] of second.partial) first.partial.set(id, partialResult)
  }
  const partly = missing.filter(({ id }) => first.partial.has(id))
  for (const { id } of partly) {
    const checkedResult = first.partial.get(id)
    if (checkedResult !== undefined) settleOnce(checkedResult.result)
  }
  if (partly.length > 0)
    notices.push(
      `For ${quoted(partly)}, the model could not read a part of the session. Check whether something is missing.`,
    )
  missing = missing.filter((field) => !partly.includes(field))
  for (const field of missing)
    settleOnce(failure === null ? { ...emptyResult(field), writer: kindOf(last) } : unansweredResult(field))
  return { ...outcome(), unanswered: failure === null ? [] : missing, postponed: false }
}

const mayWait = (failure: GroupFailure, { laterMaxMs }: Asked): boolean =>
  laterMaxMs !== undefined && isTransient(failure) && (failure.retryAfterMs ?? 0) <= laterMaxMs

/** `missing` are the fields without a complete answer. */
interface Written extends Pick<PartsAnswered, 'partial'> {
  missing: Field[]
  /** Null if the writer answered every field, or ended its answer normally and left the missing fields out. */
  failure: GroupFailure | null
  notices: string[]
}

/** If the writer cannot read the whole session at once, asks for each part. */
async function writeWith(
  writer: Writer,
  { slot: requestedSlot, temperature }: Group,
  fields: readonly Field[],
  request: Asked,
  sessionWords: Spoken,
  settle: (result: Result) => void,
): Promise<Written> {
  const slot = writer.slot ?? requestedSlot
  const { contextSize = 0 } = writer
  const isRewritten = request.rewriting !== undefined && contextSize !== 0
  // Rewriting needs the session in one call, so the least relevant turns are left out.
  const fitted = isRewritten
    ? await request.computing.read('fit', [request.turns, fields, contextSize], request.signal)
    : { turns: request.turns, leftOut: 0 }
  const parts = isRewritten ? [] : sessionParts(request.turns, contextSize)
  const limitMs = (request.groupTimeoutMs ?? groupTimeoutDefaultMs) + Math.max(0, parts.length - 1) * partTimeoutMs
  const provider = providerOf(writer)
  const writeRequest = {
    ...sharedBy(request),
    fields,
    temperature,
    ...(request.rewriting === undefined ? {} : { rewriting: request.rewriting }),
    computing: request.computing,
    onUsage: (tokens: TokenCount) => request.onUsage?.(slot, tokens, false),
    onTrouble: (error: unknown) => request.onTrouble?.(groupFailure(error, slot, provider)),
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(limitMs)]),
  }
  const check = async (field: Field, draft: Draft): Promise<Checked> => {
    const { result, faults } = await request.computing.read('check', [field, draft, sessionWords], request.signal)
    const flags = kindOf(writer) === 'embedded' ? [] : forbiddenPhrases(result, request.style)
    return {
      result: { ...result, flags: [...result.flags, ...flags], writer: kindOf(writer) },
      faults: [...faults, ...flags.map(({ text, reason }) => `${reason} (${text})`)],
    }
  }
  const answers: PartsAnswered =
    parts.length > 1
      ? await writeParts(writer, writeRequest, parts, check)
      : {
          ...(await askWriter(writer, { ...writeRequest, turns: fitted.turns }, check, ({ result }) => settle(result))),
          partial: new Map(),
        }
  request.signal.throwIfAborted()
  const { kept, partial } = answers
  for (const { result } of kept.values()) settle(result)
  const missingFields = fields.filter(({ id }) => !kept.has(id))
  return {
    missing: missingFields,
    partial,
    // If an answer was cut off after its last field, no field is missing, so this is not a failure.
    failure:
      missingFields.length === 0 || answers.ended === 'complete' ? null : groupFailure(answers.error, slot, provider),
    notices: [
      ...(parts.length < 2
        ? []
        : [
            `The session is too long for ${writer.name} to read in one piece. The model read the session in ${parts.length} parts and combined the answers for ${quoted(fields)}.`,
          ]),
      ...(fitted.leftOut === 0
        ? []
        : [
            `The session is too long for ${writer.name} to read in one piece. When the model wrote ${quoted(fields)}, it left out ${fitted.leftOut} of ${fitted.turns.length} parts of the session: those that seemed least relevant.`,
          ]),
    ],
  }
}
