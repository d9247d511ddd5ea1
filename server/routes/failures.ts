import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode } from '../../lib/contracts/index.ts'
import { describeFailure, isDatabaseAway, isUnstorable, Problem, sentences } from '../problem.ts'

/** What Fastify says of a body it could not take, as our codes. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'no_such_call',
}

/** A request that does not fit its schema, as validation throws it. */
export class Misfit extends Error {
  override name = 'Misfit'
  readonly issues: readonly z.core.$ZodIssue[]
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('The request does not fit its schema.')
    this.issues = issues
  }
}

/** An answer about a request must not grow with the request: a body of unknown keys would come back whole. */
const issuesMax = 20
const issueTextMax = 300
const shortened = (text: string): string => (text.length > issueTextMax ? `${text.slice(0, issueTextMax)}…` : text)

/** Any failure as what the caller is told; whatever is not theirs to know is `internal`. */
export function problemOf(error: unknown, part?: string): Problem {
  if (error instanceof Problem) return error
  if (error instanceof Misfit) {
    // Places and rules, never values: zod's messages do not repeat the input.
    const issues = error.issues.slice(0, issuesMax).map(({ path, message }) => ({
      path: shortened([part === 'querystring' ? 'query' : part, ...path.map(String)].filter(Boolean).join('.')),
      message: shortened(message),
    }))
    return new Problem('invalid_request', undefined, issues)
  }
  if (isDatabaseAway(error)) return new Problem('unavailable')
  // The caller hung up and reads nothing of this, or the server is closing.
  if (error instanceof Error && error.name === 'AbortError') {
    return new Problem('unavailable', 'The server is restarting. Try again in a moment.')
  }
  if (isUnstorable(error)) return new Problem('invalid_request', 'The request holds a character that cannot be kept.')
  const code = error instanceof Error && 'code' in error ? fastifyCodes[String(error.code)] : undefined
  return new Problem(code ?? (isMissing(error) ? 'no_such_call' : 'internal'))
}

/** A file that is not there, or not to be had, as those who serve files say it. */
const isMissing = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && (error.statusCode === 403 || error.statusCode === 404)

/** Every failure leaves the server as `{ message, code }` with its status, and an unexpected one is noted. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const part = 'validationContext' in error ? String(error.validationContext) : undefined
    const problem = worded(problemOf(error, part), request)
    note(request.log, error, problem)
    if (problem.retryAfterSeconds !== null) reply.header('retry-after', problem.retryAfterSeconds)
    void reply.code(problem.status).header('cache-control', 'no-store').type('application/json').send(problem.body)
  })
  app.setNotFoundHandler((_request, reply) => {
    const problem = new Problem('no_such_call')
    void reply.code(problem.status).send(problem.body)
  })
}

/** Which content type or which size would have done depends on the route. */
function worded(problem: Problem, { routeOptions }: FastifyRequest): Problem {
  if (problem.code === 'too_large' && problem.message === sentences.too_large) {
    const kibibytes = Math.floor((routeOptions.bodyLimit ?? 0) / 1024)
    const size = kibibytes >= 1024 ? `${Math.floor(kibibytes / 1024)} MB` : `${kibibytes} KB`
    return new Problem('too_large', `The request is larger than ${size}.`)
  }
  // A file that is refused is told why in a sentence of its own; the form was as it should be.
  const isTold = problem.code !== 'unsupported_type' || problem.message !== sentences.unsupported_type
  if (isTold || routeOptions.schema?.consumes === undefined) return problem
  return new Problem(
    'unsupported_type',
    `Send a form with the content type ${routeOptions.schema.consumes.join(' or ')}.`,
  )
}

function note(log: FastifyBaseLogger, error: unknown, problem: Problem): void {
  if (problem.code === 'internal') log.error(describeFailure(error), 'a call failed')
  else if (isDatabaseAway(error)) log.warn(describeFailure(error), 'the database was away')
}
