import { z } from 'zod'
import { fieldId, fieldType } from './field.ts'
import { limits } from './limits.ts'

/** stated: said · denied: said not to be so · not_discussed: nothing was said, the value is empty · entered: a person typed it, or it was given. */
export const resultStates = ['stated', 'denied', 'not_discussed', 'entered'] as const
export const resultState = z.enum(resultStates)
export type ResultState = z.infer<typeof resultState>

/** The words a value stands on: `quote` occurs literally in turn number `turn` (counted from 0). */
export const evidence = z.object({
  turn: z.number().int().min(0),
  quote: z.string(),
  /** Where the words lie on the recording's timeline, where that is known. */
  atMs: z.number().int().min(0).optional(),
})
export type Evidence = z.infer<typeof evidence>

/** 1 unsupported wording · 2 a number, date or name without evidence · 3 contradicts the transcript. */
export const severity = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type Severity = z.infer<typeof severity>

export const flag = z.object({
  severity,
  /** The part of the value that is meant; '' when it is the whole value. */
  text: z.string(),
  reason: z.string(),
  /** What a person made of it: right as it stands, or not to be minded. Absent while nobody has looked. */
  verdict: z.enum(['accepted', 'dismissed']).optional(),
})
export type Flag = z.infer<typeof flag>

/** What generation answers for one field (design §4). */
export const result = z.object({
  id: fieldId,
  type: fieldType,
  value: z.array(z.string().max(limits.valueMax)).max(limits.tableCellsMax),
  confidence: z.number().min(0).max(1),
  state: resultState,
  evidence: z.array(evidence),
  flags: z.array(flag),
  /** Where an `entered` value comes from when nobody typed it: the visit's details, or what stood in the page. */
  given: z.enum(['visit', 'page']).optional(),
  /** The parts of an `entered` value that a person typed; the rest stands on the evidence. Absent: all of it. */
  byHand: z.array(z.string()).optional(),
})
export type Result = z.infer<typeof result>

export const omissionKinds = ['risk', 'medication', 'dose', 'allergy', 'substance_use', 'plan', 'safety'] as const

/** Something of clinical weight that was said and that no field carries. */
export const omission = evidence.extend({ kind: z.enum(omissionKinds) })
export type Omission = z.infer<typeof omission>

/** What one model read and wrote for an output; the cost where its price is known. */
export const spent = z.object({
  slot: z.number().int().min(0).max(limits.modelSlotMax),
  model: z.string(),
  inputTokens: z.number().int().min(0),
  outputTokens: z.number().int().min(0),
  costUsd: z.number().min(0).optional(),
})
export type Spent = z.infer<typeof spent>

/** What generation returns for a whole template. */
export const output = z.object({
  results: z.array(result),
  omissions: z.array(omission),
  /** Plain sentences about what was left out or went wrong; never clinical text. */
  notices: z.array(z.string()),
  /** Fields that a language model was asked for and did not answer, and the fields whose conditions look at them. Absent: none. */
  unanswered: z.array(fieldId).optional(),
  /** Absent where no language model was asked. */
  spent: z.array(spent).optional(),
})
export type Output = z.infer<typeof output>
