import { APICallError } from 'ai'

/**
 * How a provider is asked for JSON: with a schema that the provider enforces, with a tool whose input is the answer, or
 * with words alone.
 */
export type AnswerForm = 'schema' | 'tool' | 'plain'

/**
 * What a request to a provider contains: a temperature, a setting for reasoning, and a form of asking for JSON. If the
 * provider refuses one of them, the next request omits it or uses another form (see `simplerWay`).
 */
export interface Way {
  temperature: boolean
  reasoning: boolean
  form: AnswerForm
}

// These patterns search the provider's message about a refused request. The message is never stored or logged, because
// it may quote the request.
const aboutTemperature = /temperature/i
const aboutReasoning = /reasoning|effort|thinking/i
const aboutForm =
  /schema|grammar|response_format|output_config|structured|json|\btools?\b|tool_choice|toolconfig|\bformat\b/i
/**
 * Matches a message that the request is too long, that its content is not allowed, or that credit is missing. Another
 * form of the request would not help.
 */
const aboutContent =
  /context.{0,20}(?:length|window)|too (?:long|large|many)|maximum.{0,30}(?:tokens|length)|content.?(?:filter|policy)|credit|billing/i

/** Returns the beginning of a provider's message about a refused request. Empty for other errors. */
function wordsOf(error: unknown): string {
  if (!APICallError.isInstance(error)) return ''
  return `${error.message} ${error.responseBody ?? ''}`.slice(0, 10_000)
}

/**
 * Returns the `Way` for the next attempt, after a provider has refused a request with status 400 or 422. Temperature
 * and reasoning can be left out. The form of the answer can be replaced by the next one of `forms`. If the message in
 * `error` names one of these three parts, this part is changed. Otherwise the first part that can still be changed is
 * changed, in the order temperature, reasoning, form. Null if no part can be changed any more, if the message
 * names the form but `forms` has no further form, or if the message names no part and matches `aboutContent`.
 */
export function simplerWay(way: Way, forms: readonly AnswerForm[], error: unknown): Way | null {
  const words = wordsOf(error)
  const nextForm = forms[forms.indexOf(way.form) + 1]
  if (way.temperature && aboutTemperature.test(words)) return { ...way, temperature: false }
  if (way.reasoning && aboutReasoning.test(words)) return { ...way, reasoning: false }
  if (aboutForm.test(words)) return nextForm === undefined ? null : { ...way, form: nextForm }
  if (aboutContent.test(words)) return null
  if (way.temperature) return { ...way, temperature: false }
  if (way.reasoning) return { ...way, reasoning: false }
  return nextForm === undefined ? null : { ...way, form: nextForm }
}
