import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { listOf, listQuery } from '../list.ts'
import {
  chosenIdentifier,
  customerConfig,
  customerFileQuery,
  customerLogDraft,
  customerOutput,
  customerOutputEdit,
  customerOutputRequest,
  customerOutputSummary,
  customerTemplate,
  customerTemplateDraft,
  customerTextDraft,
  customerTranscript,
  customerTranscriptChange,
  customerTranscriptSummary,
  waitQuery,
} from '../platform.ts'
import { exampleResult, templateGenerationRequest } from '../template.ts'

const logged = z.object({ id: z.uuid() })
const log = <const Level extends string>(level: Level) =>
  endpoint({
    method: 'POST',
    path: `/customers/log/${level}`,
    audience: 'customer',
    summary: `Keeps a log message of the level ${level} for 30 days, encrypted. Honours Idempotency-Key.`,
    body: customerLogDraft,
    response: logged,
    status: 201,
    errors: ['idempotency_mismatch'],
  })

const byTemplate = z.strictObject({ templateIdentifier: chosenIdentifier })
const byTranscript = z.strictObject({ transcriptIdentifier: chosenIdentifier })
const byOutput = z.strictObject({ outputIdentifier: chosenIdentifier })

/** Calls with a customer token (product 12.72). */
export const customerEndpoints = {
  logInfo: log('info'),
  logWarn: log('warn'),
  logError: log('error'),
  getCustomerConfig: endpoint({
    method: 'GET',
    path: '/customer/config',
    audience: 'customer',
    summary: 'The organisation, its logo, and what the customer may use.',
    response: customerConfig,
  }),
  listCustomerTemplates: endpoint({
    method: 'GET',
    path: '/customer/template',
    audience: 'customer',
    summary: 'The templates of the customer, or of the user, newest first.',
    query: listQuery,
    response: listOf(customerTemplate),
  }),
  getCustomerTemplate: endpoint({
    method: 'GET',
    path: '/customer/template/{templateIdentifier}',
    audience: 'customer',
    summary: 'One template, by its identifier or its id.',
    params: byTemplate,
    response: customerTemplate,
    errors: ['not_found', 'conflict'],
  }),
  submitCustomerTemplate: endpoint({
    method: 'POST',
    path: '/customer/template',
    audience: 'customer',
    summary: 'Saves a new template. Honours Idempotency-Key.',
    body: customerTemplateDraft,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: customerTemplate,
    status: 201,
    errors: ['conflict', 'no_credit', 'idempotency_mismatch'],
  }),
  generateCustomerExample: endpoint({
    method: 'POST',
    path: '/customer/template/generate-example',
    audience: 'customer',
    rate: 'expensive',
    summary: 'Fills a template from a transcript. Nothing is stored.',
    body: templateGenerationRequest,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: z.object({ results: z.array(exampleResult) }),
    errors: ['nothing_said', 'model_failed'],
  }),
  listCustomerTranscripts: endpoint({
    method: 'GET',
    path: '/customer/transcript',
    audience: 'customer',
    summary: 'The transcripts of the customer, or of the user, newest first.',
    query: listQuery,
    response: listOf(customerTranscriptSummary),
  }),
  getCustomerTranscript: endpoint({
    method: 'GET',
    path: '/customer/transcript/{transcriptIdentifier}',
    audience: 'customer',
    summary: 'One transcript with its turns.',
    params: byTranscript,
    response: customerTranscript,
    errors: ['not_found', 'conflict'],
  }),
  submitCustomerText: endpoint({
    method: 'POST',
    path: '/customer/transcript/submit/text',
    audience: 'customer',
    summary: 'Keeps text as a transcript. Honours Idempotency-Key.',
    body: customerTextDraft,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: customerTranscript,
    status: 201,
    errors: ['nothing_said', 'conflict', 'no_credit', 'idempotency_mismatch'],
  }),
  submitCustomerFile: endpoint({
    method: 'POST',
    path: '/customer/transcript/submit/file',
    audience: 'customer',
    kind: 'multipart',
    summary:
      'Keeps the words of a file as a transcript: text, Word, PDF, picture or sound, in one part named file. Honours Idempotency-Key.',
    query: customerFileQuery,
    response: customerTranscript,
    errors: ['nothing_said', 'no_engine', 'too_many_requests', 'conflict', 'no_credit', 'idempotency_mismatch'],
  }),
  changeCustomerTranscript: endpoint({
    method: 'PUT',
    path: '/customer/transcript/{transcriptIdentifier}',
    audience: 'customer',
    summary: 'Replaces the words or the title of a transcript.',
    params: byTranscript,
    body: customerTranscriptChange,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: customerTranscript,
    errors: ['not_found', 'conflict', 'locked'],
  }),
  listCustomerOutputs: endpoint({
    method: 'GET',
    path: '/customer/output',
    audience: 'customer',
    summary: 'The outputs of the customer, or of the user, newest first.',
    query: listQuery,
    response: listOf(customerOutputSummary),
  }),
  generateCustomerOutput: endpoint({
    method: 'POST',
    path: '/customer/output/generate',
    audience: 'customer',
    rate: 'expensive',
    summary:
      'Starts writing an output. Answers at once with status `generating`; `wait` waits. Honours Idempotency-Key.',
    query: waitQuery,
    body: customerOutputRequest,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: customerOutput,
    status: 201,
    errors: ['not_found', 'conflict', 'nothing_said', 'no_credit', 'locked', 'idempotency_mismatch'],
  }),
  getCustomerOutput: endpoint({
    method: 'GET',
    path: '/customer/output/{outputIdentifier}',
    audience: 'customer',
    summary:
      'One output with its results, evidence, cost and latency. With `Accept: application/fhir+json`: as a FHIR R4 document.',
    params: byOutput,
    response: customerOutput,
    fhir: true,
    errors: ['not_found', 'conflict', 'locked'],
  }),
  editCustomerOutput: endpoint({
    method: 'POST',
    path: '/customer/output/edit/{outputIdentifier}',
    audience: 'customer',
    summary: 'Changes the description, the title or values of an output.',
    params: byOutput,
    body: customerOutputEdit,
    bodyMaxBytes: limits.sessionBodyMaxBytes,
    response: customerOutput,
    errors: ['not_found', 'conflict', 'changed_meanwhile', 'locked'],
  }),
} as const
