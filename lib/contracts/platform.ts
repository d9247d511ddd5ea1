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
  .regex(/^\P{Cc}*$/u, 'Use no control characters.')
  .refine((text) => text.trim() === text, 'Use no spaces at the beginning or at the end.')
  .refine((text) => text !== '.' && text !== '..', 'Choose an identifier other than “.” and “..”.')

/**
 * Names a template, a transcript or an output: by the identifier that the caller chose, or by the id that the server
 * created.
 */
const named = chosenIdentifier

/** The customer and the user whose data a call of the developer API uses. Without a user: the data of the customer. */
export const customerNamed = z.strictObject({
  customerIdentifier: chosenIdentifier,
  userIdentifier: chosenIdentifier.optional(),
})
export type CustomerNamed = z.infer<typeof customerNamed>

/**
 * The customer and the user whose data a call uses. For the calls with a key as bearer token (`bearerEndpoints`), which
 * have these parameter names.
 */
export const customerNamedByKey = z.strictObject({
  customer_id: chosenIdentifier,
  user_id: chosenIdentifier.optional(),
})

/**
 * The customer and the user to whom an object of the developer API belongs. `test`: the object belongs to the sandbox,
 * and is deleted after 30 days (product 12.76).
 */
const owned = z.object({
  customerIdentifier: z.string(),
  userIdentifier: z.string().optional(),
  test: z.boolean(),
})

/** A customer of an access organisation, or a user of a customer. */
export const customer = z.object({ id: z.uuid(), identifier: z.string(), createdAt: z.iso.datetime() })
export type Customer = z.infer<typeof customer>
export const customerDraft = z.strictObject({ identifier: chosenIdentifier })

/**
 * Creates a template. Without `templateIdentifier`, the id of the template is its identifier. With `questionnaire`, the
 * fields are made from a FHIR Questionnaire, and `fields` and `text` are absent.
 */
export const customerTemplateDraft = layoutDraft
  .omit({ source: true, form: true })
  .extend({ templateIdentifier: chosenIdentifier.optional(), questionnaire: fhirQuestionnaire.optional() })
export type CustomerTemplateDraft = z.infer<typeof customerTemplateDraft>

/** Replaces a template. With `version`, the call fails if somebody has saved the template since that version. */
export const customerTemplateChange = layoutDraft
  .omit({ source: true, form: true })
  .extend({ version: z.int32().optional() })
export type CustomerTemplateChange = z.infer<typeof customerTemplateChange>

/** A template of a customer. */
export const customerTemplate = owned.extend({
  id: z.uuid(),
  templateIdentifier: z.string(),
  ...layout.pick({
    name: true,
    type: true,
    group: true,
    description: true,
    instructions: true,
    fields: true,
    text: true,
    config: true,
    version: true,
    createdAt: true,
    updatedAt: true,
  }).shape,
  /**
   * For each item of the FHIR Questionnaire, the field that answers it. Absent if the template was not made from a
   * Questionnaire.
   */
  questionnaire: questionnaireLinks.optional(),
  /**
   * One sentence for each part of the Questionnaire that was left out. Only in the answer to the call that created the
   * template.
   */
  notes: z.array(z.string()).optional(),
})
export type CustomerTemplate = z.infer<typeof customerTemplate>

/** Creates a transcript from text. */
export const customerTextDraft = z.strictObject({
  text: z.string().max(limits.transcriptMax),
  transcriptIdentifier: chosenIdentifier.optional(),
  title: z.string().trim().max(limits.nameMax).optional(),
  language: z.string().max(20).default('en'),
})
export type CustomerTextDraft = z.infer<typeof customerTextDraft>

/** The query of an upload. `diarize: false`: the speakers of a sound file are not distinguished. */
export const customerFileQuery = z.strictObject({
  transcriptIdentifier: chosenIdentifier.optional(),
  title: z.string().trim().max(limits.nameMax).optional(),
  language: z.string().max(20).default('en'),
  diarize: z.stringbool().default(true),
})
export type CustomerFileQuery = z.infer<typeof customerFileQuery>

/** Changes a transcript: replaces its title, or its words, which are given as text or as turns. */
export const customerTranscriptChange = z.strictObject({
  text: z.string().max(limits.transcriptMax).optional(),
  turns: turns.optional(),
  title: z.string().trim().min(1).max(limits.nameMax).optional(),
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

/** A transcript of a customer, as a list shows it. */
export const customerTranscriptSummary = owned.extend(transcriptParts)
/** A transcript of a customer, with its words. */
export const customerTranscript = customerTranscriptSummary.extend({ turns })
export type CustomerTranscript = z.infer<typeof customerTranscript>

/**
 * Requests an output. The template is named, or given in the request. The words come from a named transcript, or from a
 * text in the request, which is then stored as a transcript.
 */
export const customerOutputRequest = z.strictObject({
  outputIdentifier: chosenIdentifier.optional(),
  templateIdentifier: named.optional(),
  template: template
    .pick({ name: true, instructions: true, fields: true })
    .extend({ instructions: template.shape.instructions.default('') })
    .optional(),
  transcriptIdentifier: named.optional(),
  transcript: z.string().max(limits.transcriptMax).optional(),
  context: visitContext.default({}),
  title: z.string().trim().max(limits.nameMax).optional(),
  description: z.string().max(limits.valueMax).optional(),
})
export type CustomerOutputRequest = z.infer<typeof customerOutputRequest>

/** Edits an output. With `version`, the call fails if the output was changed after that version. */
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
   * Milliseconds from the request to the first field, and to the end. Null: not yet. If an output was written in
   * several attempts, the times include all attempts.
   */
  latency: z.object({ firstFieldMs: z.number().int().nullable(), totalMs: z.number().int().nullable() }),
}

/** An output of a customer, as a list shows it. */
export const customerOutputSummary = owned.extend(outputParts)

/** An output of a customer. */
export const customerOutput = customerOutputSummary.extend({
  description: z.string().optional(),
  /** Absent: the template was given in the request, or it was deleted. */
  templateIdentifier: z.string().optional(),
  /** Absent: the transcript was deleted. */
  transcriptIdentifier: z.string().optional(),
  template,
  context: visitContext,
  results: z.array(result),
  omissions: z.array(omission),
  notices: z.array(z.string()),
  unanswered: z.array(fieldId).optional(),
  /** The use of language models. `costUsd` is null if a price is unknown, and 0 for the built-in writer. */
  usage: z.object({
    costUsd: z.number().min(0).nullable(),
    inputTokens: z.number().int().min(0),
    cachedInputTokens: z.number().int().min(0),
    outputTokens: z.number().int().min(0),
    models: z.array(z.string()),
  }),
  version: z.int32(),
  /**
   * For each item of the FHIR Questionnaire, the field that answers it. Present if the template was made from a
   * Questionnaire and still exists.
   */
  questionnaire: questionnaireLinks.optional(),
})
export type CustomerOutput = z.infer<typeof customerOutput>

/** The query of a call that starts an output. `wait`: seconds to wait until the output is complete. */
export const waitQuery = z.strictObject({ wait: z.coerce.number().min(0).max(60).default(0) })

/** Filters of the list of outputs. */
export const customerOutputFilters = listQuery.extend({
  status: reportStatus.optional(),
  templateIdentifier: named.optional(),
  transcriptIdentifier: named.optional(),
})
export type CustomerOutputFilters = z.infer<typeof customerOutputFilters>

export const customerLogLevels = ['info', 'warn', 'error'] as const
export const customerLogLevel = z.enum(customerLogLevels)

/** A log message of a customer (product 12.26). */
export const customerLogDraft = z.strictObject({
  message: z.string().min(1).max(10_000),
  data: z.record(z.string().max(limits.nameMax), z.unknown()).optional(),
})
export type CustomerLogDraft = z.infer<typeof customerLogDraft>

/** A log message of a customer, as members of the access organisation read it. */
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

/** The data that a customer client shows, and the languages, models and scope that it may use. */
export const customerConfig = z.object({
  /** The access organisation of the customer. */
  accessId: z.uuid(),
  organization: z.object({ name: z.string(), website: z.string().optional() }),
  /** The logo as a data URL. Absent: no logo. */
  logo: z.string().optional(),
  languages: z.array(z.string()),
  models: z.array(z.object({ slot: z.number().int(), name: z.string() })),
  limits: z.object({ transcriptMax: z.number().int(), fieldsMax: z.number().int(), identifierMax: z.number().int() }),
  features: z.object({ files: z.boolean(), sound: z.boolean(), test: z.boolean() }),
  /** What the token may do. */
  scope: tokenScope,
})
