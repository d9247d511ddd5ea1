import { z } from 'zod'

/** All error codes with their HTTP status. Server, client and documents use this one table (product 8.1). */
export const errorStatus = {
  invalid_request: 400,
  malformed_json: 400,
  wrong_code: 400,
  wrong_signature: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  session_ended: 401,
  no_credit: 402,
  forbidden: 403,
  registration_closed: 403,
  sign_in_refused: 403,
  provider_refused: 403,
  email_unverified: 403,
  cross_origin: 403,
  other_binding: 403,
  no_seat: 403,
  not_found: 404,
  no_such_call: 404,
  conflict: 409,
  changed_meanwhile: 409,
  idempotency_mismatch: 409,
  already_registered: 409,
  locked: 409,
  erased: 410,
  too_large: 413,
  unsupported_type: 415,
  nothing_said: 422,
  too_many_requests: 429,
  internal: 500,
  model_failed: 502,
  billing_failed: 502,
  no_engine: 503,
  provider_failed: 502,
  no_mail: 501,
  no_provider: 501,
  no_text: 501,
  no_billing: 501,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus
export const errorCode = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]])

/**
 * The body of every response with an error. `issues` names the invalid parts of the request but never contains their
 * values. `current`: the record as another user has saved it in the meantime, so that a screen can show both versions.
 */
export const errorBody = z.object({
  message: z.string(),
  code: errorCode,
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  current: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
