/**
 * What a provider means by an error. Its status alone does not say it: status 400 stands for a session that is too long,
 * for content that is not allowed, and for a setting that the model does not have.
 */
export type Meaning = 'too-long' | 'declined' | 'no-credit' | 'wrong-key' | 'unknown-model'

// These patterns search the provider's words. The words are never stored or logged, because they may quote the request.
const meanings: Record<Meaning, RegExp> = {
  'no-credit':
    /insufficient[ _-](?:quota|balance|credit|funds)|credit balance is too low|billing_(?:not_active|hard_limit)|exceeded_current_quota_error|requires more credits|out of credits|payment required/i,
  declined:
    /content[ _-]?(?:filter|policy|management policy)|responsibleaipolicy|prohibited_content|data_inspection_failed|input was flagged|guardrail/i,
  'too-long':
    /context[ _-](?:length|window|size|limit)|(?:prompt|input|request|messages?|conversation) (?:is )?too (?:long|large)|string too long|reduce the length|input token count|maximum (?:input|prompt) length|input tokens? exceed/i,
  'wrong-key': /invalid[ _-]api[ _-]?key|incorrect api key|api key (?:not valid|not found|expired)|api_key_invalid/i,
  'unknown-model': /model_not_found|unknown model|model identifier is invalid|is not a valid model|no such model/i,
}

const statuses: readonly (readonly [RegExp, number])[] = [
  [/rate.?limit|throttl|resource_?exhausted|too_?many_?requests/i, 429],
  [/overloaded|unavailable|capacity/i, 503],
  [/timeout|deadline/i, 408],
  [/authentication|unauthenticated/i, 401],
  [/permission/i, 403],
  [/not_found/i, 404],
  [/invalid_request|validation/i, 400],
  [/server_?error|api_error|internal|disconnected|stream_?error/i, 500],
]

/** The properties of an error that the provider sent. Null: the error comes from this server. */
function sentBy(error: unknown): Record<string, unknown> | null {
  if (typeof error === 'string') return { message: error }
  if (typeof error !== 'object' || error === null) return null
  const isOwn = error instanceof Error && !('statusCode' in error)
  return isOwn ? null : (error as Record<string, unknown>)
}

export function wordsOf(error: unknown): string {
  const providerError = sentBy(error)
  if (providerError === null) return ''
  const { message, responseBody, data } = providerError
  const words = error instanceof Error ? [message, responseBody, JSON.stringify(data)] : [JSON.stringify(providerError)]
  return words.join(' ').slice(0, 10_000)
}

export function meaningOf(error: unknown): Meaning | null {
  const words = wordsOf(error)
  const meaning = (Object.keys(meanings) as Meaning[]).find((one) => meanings[one].test(words))
  return meaning ?? null
}

export function streamStatusOf(error: unknown): number | null {
  const providerError = sentBy(error)
  if (providerError === null) return null
  const status = [providerError.statusCode, providerError.status, providerError.code]
    .map(Number)
    .find((one) => one >= 400 && one < 600)
  const inside = status ?? (providerError.error === undefined ? null : streamStatusOf(providerError.error))
  if (inside !== null) return inside
  const words = wordsOf(error)
  return statuses.find(([pattern]) => pattern.test(words))?.[1] ?? null
}
