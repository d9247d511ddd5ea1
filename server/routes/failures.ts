import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode } from '../../lib/contracts/index.ts'
import {
  describeFailure,
  isDatabaseAway,
  isForeignKeyBroken,
  isImpossibleDate,
  isUnstorable,
  Problem,
  sentences,
} from '../problem.ts'
import { discardBody } from './body.ts'

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'no_such_call',
}

declare module 'fastify' {
  interface FastifyRequest {
    problemCode: ErrorCode | null
  }
}

export class Misfit extends Error {
  override name = 'Misfit'
  readonly issues: readonly z.core.$ZodIssue[]
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('The request does not fit its schema.')
    this.issues = issues
  }
}

/**
 * Maximum number of issues in an error response, and of characters in one issue. Without these limits, a request with
 * thousands of unknown keys would get an equally large response.
 */
const issuesMax = 20
const issueTextMax = 300
const shortened = (text: string): string => (text.length > issueTextMax ? `${text.slice(0, issueTextMax)}…` : text)

/** Default time in seconds after which a client may try again, by HTTP status. */
const waitSeconds: Record<number, number | undefined> = { 429: 10, 503: 2 }

const deletedMeanwhile =
  'Something that you were working with was deleted in the meantime. Load the page again, then try again.'

/**
 * Converts any error to the problem that is sent to the client. Unknown errors become `internal`, so that no internal
 * detail is revealed.
 */
export function problemOf(error: unknown, part?: string): Problem {
  if (error instanceof Problem) return error
  if (error instanceof Misfit) {
    // The issues contain only paths and rules, never values: messages of zod do not contain the input.
    const issues = error.issues.slice(0, issuesMax).map(({ path, message }) => ({
      path: shortened([part === 'querystring' ? 'query' : part, ...path.map(String)].filter(Boolean).join('.')),
      message: shortened(message),
    }))
    return new Problem('invalid_request', undefined, issues)
  }
  if (isDatabaseAway(error)) return new Problem('unavailable')
  // The request was aborted: either the client has closed the connection and will not read this answer, or the server
  // is closing.
  if (error instanceof Error && error.name === 'AbortError') {
    return new Problem('unavailable', 'The server is restarting. Try again in a moment.')
  }
  if (isUnstorable(error))
    return new Problem(
      'invalid_request',
      'The request contains a character that cannot be stored, such as NUL. Remove this character.',
    )
  if (isImpossibleDate(error))
    return new Problem('invalid_request', 'The request contains a date that does not exist. Use a year from 1 to 9999.')
  // A row to which the request refers does not exist any more. For example, the organisation of a new note was deleted
  // after the caller was identified.
  if (isForeignKeyBroken(error)) return new Problem('conflict', deletedMeanwhile)
  const code = error instanceof Error && 'code' in error ? fastifyCodes[String(error.code)] : undefined
  return new Problem(code ?? (isMissing(error) ? 'no_such_call' : 'internal'))
}

/** True if the plugin for static files has refused a path (403) or has not found a file (404). */
const isMissing = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && (error.statusCode === 403 || error.statusCode === 404)

/**
 * Installs the error handlers. Every error response is `{ message, code }` with the matching HTTP status. Unexpected
 * errors are logged.
 */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const part = 'validationContext' in error ? String(error.validationContext) : undefined
    const problem = worded(problemOf(error, part), request)
    note(request.log, error, problem)
    const wait = problem.retryAfterSeconds ?? waitSeconds[problem.status]
    if (wait !== undefined) reply.header('retry-after', wait)
    request.problemCode = problem.code
    if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await discardBody(request)
    return reply.code(problem.status).header('cache-control', 'no-store').type('application/json').send(problem.body)
  })
  app.setNotFoundHandler((_request, reply) => {
    const problem = new Problem('no_such_call')
    void reply.code(problem.status).send(problem.body)
  })
}

/**
 * Replaces the generic message of a problem by a message that names the size limit or the content type of the route.
 */
function worded(problem: Problem, { routeOptions }: FastifyRequest): Problem {
  if (problem.code === 'too_large' && problem.message === sentences.too_large) {
    const kibibytes = Math.floor((routeOptions.bodyLimit ?? 0) / 1024)
    const size = kibibytes >= 1024 ? `${Math.floor(kibibytes / 1024)} MB` : `${kibibytes} KB`
    return new Problem('too_large', `The request is larger than ${size}. Send a smaller request.`)
  }
  // The standard message of `unsupported_type` means that the request has the wrong content type. Only this message is
  // replaced. Any other message with this code is about the type of a file in the form.
  const isTold = problem.code !== 'unsupported_type' || problem.message !== sentences.unsupported_type
  if (isTold || routeOptions.schema?.consumes === undefined) return problem
  return new Problem(
    'unsupported_type',
    `Send a form with the content type ${routeOptions.schema.consumes.join(' or ')}.`,
  )
}

function note(log: FastifyBaseLogger, error: unknown, problem: Problem): void {
  if (problem.code === 'internal') log.error(describeFailure(error), 'a call failed')
  else if (isForeignKeyBroken(error)) log.warn(describeFailure(error), 'a row that a call needs was deleted')
  // Only a failure that no service has named: a provider that cannot be reached has the same codes.
  else if (!(error instanceof Problem) && isDatabaseAway(error))
    log.warn(describeFailure(error), 'the database was away')
}
