import { z } from 'zod'
import { visitContext } from './context.ts'
import { tokenScope } from './embedding.ts'
import { fieldId } from './field.ts'
import { layout, layoutDraft } from './layout.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'
import { omission, result } from './output.ts'
import { fhirQuestionnaire, questionnaireLinks } from './questionnaire.ts'
import { reportStatus } from './report.ts'
import { writingStyle } from './style.ts'
import { template } from './template.ts'
import { transcript, turns } from './transcript.ts'

/**
 * A name that the caller of the developer API chooses for a customer, a user, a template, a transcript or an output.
 * The name is a part of URLs, so `.` and `..` are refused: browsers would resolve them.
 */
export const chosenIdentifier = z
  .string()
  .min(1)
  .max(limits.identifierMax)
  // Programs in other languages read this pattern in the API description, and do not know \P{Cc}.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
  .regex(/^[^\x00-\x1f\x7f-\x9f]*$/, 'Use no control characters.')
  .refine((text) => text.trim() === text, 'Use no spaces at the beginning or at the end.')
  .refine((text) => text !== '.' && text !== '..', 'Choose an identifier other than “.” and “..”.')

const objectName = chosenIdentifier

/** Says whose data a call of the developer API uses. Without a user, the call uses the data of the customer. */
export const customerNamed = z.strictObject({
  customerIdentifier: chosenIdentifier,
  userIdentifier: chosenIdentifier.optional(),
})
export type CustomerNamed = z.infer<typeof customerNamed>

export const customerNamedByKey = z.strictObject({
  customer_id: chosenIdentifier,
  user_id: chosenIdentifier.optional(),
})

/** As `customerNamedByKey`. Without `customer_id`, the call is about all customers of the key (product 12.72). */
export const customerPerhapsNamedByKey = customerNamedByKey.partial({ customer_id: true })

/**
 * Says to whom an object of the developer API belongs. `test`: the object belongs to the sandbox and is deleted after
 * 30 days (product 12.76).
 */
const owned = z.object({
  customerIdentifier: z.string(),
  userIdentifier: z.string().optional(),
  test: z.boolean(),
})

export const customer = z.object({ id: z.uuid(), identifier: z.string(), createdAt: z.iso.datetime() })
export type Customer = z.infer<typeof customer>
export const customerDraft = z.strictObject({ identifier: chosenIdentifier })

/**
 * The request that creates a template. Without `templateIdentifier`, the template's id is its identifier. If there is a
 * `questionnaire`, the fields are made from this FHIR Questionnaire, and `fields` and `text` must be absent.
 */
export const customerTemplateDraft = layoutDraft
  .omit({ source: true, form: true })
  .extend({ templateIdentifier: chosenIdentifier.optional(), questionnaire: fhirQuestionnaire.optional() })
export type CustomerTemplateDraft = z.infer<typeof customerTemplateDraft>

/**
 * The request that replaces a template. With `version`, it fails if somebody has saved the template since that version.
 */
export const customerTemplateChange = layoutDraft
  .omit({ source: true, form: true })
  .extend({ version: z.int32().optional() })
export type CustomerTemplateChange = z.infer<typeof customerTemplateChange>

export const customerTemplate = owned.extend({
  id: z.uuid(),
  templateIdentifier: z.string(),
  ...layout.pick({
    name: true,
    type: true,
    group: true,
    description: true,
    instructions: true,
    language: true,
    fields: true,
    text: true,
    config: true,
    version: true,
    createdAt: true,
    updatedAt: true,
  }).shape,
  questionnaire: questionnaireLinks.optional(),
  /**
   * One sentence for each part of the Questionnaire that the template does not contain. Only the call that creates the
   * template returns it.
   */
  notes: z.array(z.string()).optional(),
})
export type CustomerTemplate = z.infer<typeof customerTemplate>

export const customerTextDraft = z.strictObject({
  text: z.string().max(limits.transcriptMax),
  transcriptIdentifier: chosenIdentifier.optional(),
  title: z.string().trim().max(limits.nameMax).optional(),
  language: z.string().max(20).default('en'),
})
export type CustomerTextDraft = z.infer<typeof customerTextDraft>

export const customerFileQuery = z.strictObject({
  transcriptIdentifier: chosenIdentifier.optional(),
  title: z.string().trim().max(limits.nameMax).optional(),
  language: z.string().max(20).default('en'),
  diarize: z.stringbool().default(true),
})
export type CustomerFileQuery = z.infer<typeof customerFileQuery>

export const customerTranscriptChange = z.strictObject({
  text: z.string().max(limits.transcriptMax).optional(),
  turns: turns.optional(),
  title: z.string().trim().min(1).max(limits.nameMax).optional(),
  complete: z.literal(true).optional(),
})
export type CustomerTranscriptChange = z.infer<typeof customerTranscriptChange>

const transcriptParts = {
  id: z.uuid(),
  transcriptIdentifier: z.string(),
  ...transcript.pick({
    title: true,
    language: true,
    status: true,
    statusText: true,
    duration: true,
    progress: true,
    createdAt: true,
  }).shape,
}

export const customerTranscriptSummary = owned.extend(transcriptParts)
export const customerTranscript = customerTranscriptSummary.extend({ turns, hasFile: transcript.shape.hasFile })
export type CustomerTranscript = z.infer<typeof customerTranscript>

export const customerOutputRequest = z.strictObject({
  outputIdentifier: chosenIdentifier.optional(),
  templateIdentifier: objectName.optional(),
  template: template
    .pick({ name: true, instructions: true, fields: true, language: true })
    .extend({ instructions: template.shape.instructions.default('') })
    .optional(),
  transcriptIdentifier: objectName.optional(),
  transcript: z.string().max(limits.transcriptMax).optional(),
  language: z.string().max(20).optional(),
  context: visitContext.default({}),
  title: z.string().trim().max(limits.nameMax).optional(),
  description: z.string().max(limits.valueMax).optional(),
  style: writingStyle.optional(),
})
export type CustomerOutputRequest = z.infer<typeof customerOutputRequest>

export const customerOutputEdit = z.strictObject({
  version: z.int32().optional(),
  title: z.string().trim().min(1).max(limits.nameMax).optional(),
  description: z.string().max(limits.valueMax).optional(),
  values: z
    .array(z.strictObject({ id: fieldId, value: result.shape.value }))
    .max(limits.fieldsMax)
    .optional(),
})
export type CustomerOutputEdit = z.infer<typeof customerOutputEdit>

const outputParts = {
  id: z.uuid(),
  outputIdentifier: z.string(),
  title: z.string(),
  status: reportStatus,
  statusText: z.string().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /**
   * Milliseconds from the request until the first field was written, and until all were written. Null: not yet. If an
   * output was written in several attempts, the times include all attempts.
   */
  latency: z.object({ firstFieldMs: z.number().int().nullable(), totalMs: z.number().int().nullable() }),
}

export const customerOutputSummary = owned.extend(outputParts)

export const customerOutput = customerOutputSummary.extend({
  description: z.string().optional(),
  templateIdentifier: z.string().optional(),
  transcriptIdentifier: z.string().optional(),
  template,
  context: visitContext,
  style: writingStyle.optional(),
  results: z.array(result),
  omissions: z.array(omission),
  notices: z.array(z.string()),
  unanswered: z.array(fieldId).optional(),
  usage: z.object({
    costUsd: z.number().min(0).nullable(),
    inputTokens: z.number().int().min(0),
    cachedInputTokens: z.number().int().min(0),
    outputTokens: z.number().int().min(0),
    models: z.array(z.string()),
    /** The share that the review of the output has used. Absent: the output was not reviewed. */
    review: z
      .object({
        costUsd: z.number().min(0).nullable(),
        inputTokens: z.number().int().min(0),
        outputTokens: z.number().int().min(0),
      })
      .optional(),
  }),
  version: z.int32(),
  questionnaire: questionnaireLinks.optional(),
})
export type CustomerOutput = z.infer<typeof customerOutput>

export const waitQuery = z.strictObject({ wait: z.coerce.number().min(0).max(60).default(0) })

export const customerOutputFilters = listQuery.extend({
  status: reportStatus.optional(),
  templateIdentifier: objectName.optional(),
  transcriptIdentifier: objectName.optional(),
})
export type CustomerOutputFilters = z.infer<typeof customerOutputFilters>

export const customerLogLevels = ['info', 'warn', 'error'] as const
export const customerLogLevel = z.enum(customerLogLevels)

/** The request with which software of a customer writes a log message (product 12.26). */
export const customerLogDraft = z.strictObject({
  message: z.string().min(1).max(10_000),
  data: z.record(z.string().max(limits.nameMax), z.unknown()).optional(),
})
export type CustomerLogDraft = z.infer<typeof customerLogDraft>

export const customerLog = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  level: customerLogLevel,
  customerIdentifier: z.string(),
  userIdentifier: z.string().optional(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
  test: z.boolean(),
})
export type CustomerLog = z.infer<typeof customerLog>

export const customerConfig = z.object({
  accessId: z.uuid(),
  organization: z.object({ name: z.string(), website: z.string().optional() }),
  logo: z.string().optional(),
  languages: z.array(z.string()),
  models: z.array(z.object({ slot: z.number().int(), name: z.string() })),
  limits: z.object({ transcriptMax: z.number().int(), fieldsMax: z.number().int(), identifierMax: z.number().int() }),
  features: z.object({ files: z.boolean(), sound: z.boolean(), test: z.boolean() }),
  scope: tokenScope,
  /**
   * Identifies organisation, customer, user and scope of the token. Equal for two tokens only if all four are equal. An
   * embedded frame compares it, and sends it in the header `frame-binding` (product 12.86).
   */
  binding: z.string().min(1).max(100),
})
