import { z } from 'zod'
import {
  type Audience,
  type Endpoint,
  type ErrorCode,
  errorBody,
  errorStatus,
  needsSeat,
} from '../../lib/contracts/index.ts'

const nothing = z.strictObject({})
const idempotencyKey = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Use 1 to 255 printable characters.')
    .optional()
    .describe(
      'The same key and request: the same answer, one effect. The same key with another query or body answers 409.',
    ),
})

export const fhirType = 'application/fhir+json'
const fhirBundle = z.looseObject({ resourceType: z.literal('Bundle') })

const common: readonly ErrorCode[] = ['invalid_request', 'internal', 'unavailable']
const withBody: readonly ErrorCode[] = ['malformed_json', 'too_large', 'unsupported_type']
const refusalCodes: Record<Audience, readonly ErrorCode[]> = {
  public: [],
  user: ['not_signed_in', 'session_ended', 'forbidden'],
  admin: ['not_signed_in', 'session_ended', 'forbidden'],
  key: ['not_signed_in'],
  customer: ['not_signed_in', 'session_ended', 'other_binding'],
  reseller: ['not_signed_in', 'session_ended', 'forbidden'],
  bearer: ['not_signed_in'],
}

export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  // Fastify reads a body for every method except GET, even if the endpoint declares no body. So such a call can always
  // fail because of its body.
  const sends = endpoint.method !== 'GET'
  const limited: ErrorCode[] = endpoint.rate === 'expensive' ? ['too_many_requests'] : []
  return [
    ...new Set([
      ...endpoint.errors,
      ...(needsSeat(endpoint) ? (['no_seat'] as const) : []),
      ...limited,
      ...refusalCodes[endpoint.audience],
      ...common,
      ...(sends ? withBody : []),
    ]),
  ]
}

function securityOf(audience: Audience): Record<string, string[]>[] {
  if (audience === 'public') return []
  const name = audience === 'admin' || audience === 'reseller' ? 'user' : audience
  return [{ [name]: [] }]
}

/**
 * Returns the schema of the headers that a call reads, with the Idempotency-Key if the call accepts one.
 */
function headersOf({ repeatable, headers }: Endpoint): { headers?: z.ZodType } {
  if (!repeatable) return headers === undefined ? {} : { headers }
  return { headers: headers instanceof z.ZodObject ? idempotencyKey.extend(headers.shape) : idempotencyKey }
}

/**
 * Returns the route schema of an endpoint for Fastify. It is used for validation, serialisation and the OpenAPI
 * document.
 */
export function documented(name: string, endpoint: Endpoint): Record<string, unknown> {
  const answers: Record<string, unknown> = {
    [endpoint.status]:
      endpoint.kind === 'events'
        ? { description: 'One event each', content: { 'text/event-stream': { schema: endpoint.response } } }
        : endpoint.kind === 'file'
          ? { description: 'A file', content: { 'application/zip': { schema: endpoint.response } } }
          : endpoint.kind === 'redirect'
            ? {
                description: 'Go to the address in the header `location`',
                content: { 'text/plain': { schema: endpoint.response } },
              }
            : {
                description: 'Done',
                content: {
                  'application/json': { schema: endpoint.response },
                  ...(endpoint.fhir ? { [fhirType]: { schema: fhirBundle } } : {}),
                },
              },
  }
  for (const code of errorsOf(endpoint)) {
    const status = String(errorStatus[code])
    const sameStatusCodes = errorsOf(endpoint).filter((errorCode) => errorStatus[errorCode] === errorStatus[code])
    answers[status] = {
      description: sameStatusCodes.join(', '),
      content: { 'application/json': { schema: errorBody } },
    }
  }
  // Such a call has no answer of the 200s: every other answer than the redirect is an error.
  if (endpoint.kind === 'redirect')
    answers.default = { description: 'An error', content: { 'application/json': { schema: errorBody } } }
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.audience],
    ...(endpoint.kind === 'multipart' ? { consumes: ['multipart/form-data'] } : {}),
    ...(endpoint.kind === 'redirect' && endpoint.method === 'POST'
      ? { consumes: ['application/x-www-form-urlencoded'] }
      : {}),
    security: securityOf(endpoint.audience),
    ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
    ...headersOf(endpoint),
    querystring: endpoint.query ?? nothing,
    ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
    response: answers,
  }
}
