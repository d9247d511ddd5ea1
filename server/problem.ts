import {
  type ErrorBody,
  type ErrorCode,
  errorStatus,
  noSeatSentence,
  otherBindingSentence,
} from '../lib/contracts/index.ts'

export const sentences: Record<ErrorCode, string> = {
  invalid_request: 'The server did not accept this request, because a value is missing or wrong.',
  malformed_json: 'The request body is not valid JSON.',
  wrong_code: 'This code is wrong or has expired. Check it, or ask for a new code.',
  wrong_signature: 'The signature of this event is missing or wrong, or the event is too old.',
  not_signed_in: 'Sign in first.',
  wrong_credentials: 'The email or the password is wrong.',
  session_ended: 'You are no longer signed in. Sign in again to continue.',
  no_credit: 'There is no credit left to write a note. Ask the administrator of your organisation for more credits.',
  forbidden: 'You do not have the permission for this. Ask an administrator for the permission.',
  registration_closed:
    'New accounts cannot be created on this server. Ask its administrator for an account. The administrator can run `npm run admin -- create-user`.',
  sign_in_refused: 'Your organisation does not allow this way to sign in. Sign in another way.',
  provider_refused: 'You have cancelled the sign-in. Try again, or sign in another way.',
  email_unverified:
    'Your sign-in service has not confirmed your email address. Confirm the address there first, or sign in another way.',
  cross_origin: 'This request works only from a page of Chartside. Open Chartside and try again.',
  other_binding: otherBindingSentence,
  no_seat: noSeatSentence,
  not_found: 'This item does not exist, or you have no access to it.',
  no_such_call: 'The API does not have this call. Check the method and the address.',
  conflict: 'This change does not fit the data that is now on the server. Load the page again, then try again.',
  changed_meanwhile:
    'Somebody else has changed the same data in the meantime. Load the page again and repeat your change.',
  idempotency_mismatch: 'This Idempotency-Key was already used for a different request. Use a new key.',
  already_registered: 'There is already an account for this email. Sign in instead.',
  locked: 'This item is locked and cannot be changed. Unlock this item, or try again later.',
  erased: 'This recording was erased and cannot be opened again.',
  too_large: 'The request is too large. Split it into smaller requests.',
  unsupported_type: 'Send JSON with the content type application/json.',
  nothing_said: 'Nothing was said in this session, so there is no note to write.',
  too_many_requests: 'Too many attempts. Wait a moment and try again.',
  internal: 'An error occurred on the server. Try again.',
  model_failed: 'The language model did not answer. Wait a moment, then try again.',
  billing_failed: 'The payment service did not answer. Nothing was changed. Try again in a few minutes.',
  no_engine:
    'This server cannot turn speech into text. Type the note instead, or ask the administrator of the server to set up a speech engine.',
  provider_failed: 'Your sign-in service did not complete the sign-in. Try again in a moment, or sign in another way.',
  no_provider: 'This server is not set up for this sign-in service. Sign in another way.',
  no_mail:
    'This server cannot send emails. Ask its administrator to set up a mail server. The administrator can also change your password for you.',
  no_text: 'This server cannot send text messages. Use your email instead, or ask its administrator to set up Twilio.',
  no_billing: 'This server takes no payments. Ask its administrator for a licence.',
  unavailable: 'The server cannot reach its database at the moment. Try again in a moment.',
}

/** An error that is reported to the client. The code determines the HTTP status; the message is shown to users. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ErrorCode
  readonly issues: ErrorBody['issues']
  /** For `changed_meanwhile`: the current version of the object. */
  readonly current: unknown

  constructor(code: ErrorCode, message: string = sentences[code], issues?: ErrorBody['issues'], current?: unknown) {
    super(message)
    this.code = code
    this.issues = issues
    this.current = current
  }

  /** Seconds until the call may succeed. Sent as the header `retry-after`. */
  retryAfterSeconds: number | null = null

  after(seconds: number): this {
    this.retryAfterSeconds = seconds
    return this
  }

  because(cause: unknown): this {
    this.cause = cause
    return this
  }

  get status(): number {
    return errorStatus[this.code]
  }

  get body(): ErrorBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.issues === undefined ? {} : { issues: this.issues }),
      ...(this.current === undefined ? {} : { current: this.current }),
    }
  }
}

/**
 * SQLSTATE codes. 57P0x: the database shuts down or starts. 57014: a statement took too long. 08…: the connection
 * broke. 53300: there are too many connections.
 */
const unavailableSqlState = /^(57P0[123]|57014|08|53300)/
const unavailableSystemCode = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'])
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/

/** True if the error, or any of its causes, means that the database cannot be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = 'code' in one && typeof one.code === 'string' ? one.code : ''
    if (unavailableSqlState.test(code) || unavailableSystemCode.has(code) || unavailableMessage.test(one.message)) {
      return true
    }
  }
  return false
}

/** SQLSTATE codes for dates that PostgreSQL cannot store, such as the year 0: 22007, 22008. */
const impossibleDateSqlState = /^2200[78]$/

/**
 * SQLSTATE codes for characters that PostgreSQL cannot store, such as NUL or half of a surrogate pair: 22021, 22P02,
 * 22P05.
 */
const unstorableSqlState = /^22(021|P02|P05)$/

const hasState = (error: unknown, state: RegExp): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string' && state.test(one.code)) return true
  }
  return false
}

export const isForeignKeyBroken = (error: unknown): boolean => hasState(error, /^23503$/)

export const isUniqueBroken = (error: unknown): boolean => hasState(error, /^23505$/)

/** True if a statement did not get the lock of a table within `lock_timeout`. */
export const isLockRefused = (error: unknown): boolean => hasState(error, /^55P03$/)

export const isUnstorable = (error: unknown): boolean => hasState(error, unstorableSqlState)

export const isImpossibleDate = (error: unknown): boolean => hasState(error, impossibleDateSqlState)

/**
 * Describes an error for the log by name, code and stack frames. Never includes the message: a database error quotes
 * the row, which may contain clinical text.
 */
export function describeFailure(error: unknown): { failure: string; code?: string; at?: string[]; because?: string } {
  if (!(error instanceof Error)) return { failure: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const at = error.stack
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .+:\d+:\d+\)?$/.test(line))
    .slice(0, 6)
  const because = error.cause === undefined ? undefined : describeFailure(error.cause)
  return {
    failure: error.name,
    ...(code === undefined ? {} : { code }),
    ...(at === undefined ? {} : { at }),
    ...(because === undefined ? {} : { because: [because.failure, because.code].filter(Boolean).join(' ') }),
  }
}
