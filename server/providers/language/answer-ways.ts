import { APICallError } from 'ai'

/**
 * How a provider is asked for JSON: with a schema that it enforces, with a tool whose input is the answer, or with words
 * alone.
 */
export type AnswerForm = 'schema' | 'tool' | 'plain'

/** What a request to a provider contains. A provider that refuses a part is asked without it. */
export interface Way {
  temperature: boolean
  reasoning: boolean
  form: AnswerForm
}

// The provider's words are only compared here. They are never stored or logged, because they may quote the request.
const aboutTemperature = /temperature/i
const aboutReasoning = /reasoning|effort|thinking/i
const aboutForm =
  /schema|grammar|response_format|output_config|structured|json|\btools?\b|tool_choice|toolconfig|\bformat\b/i
/** The request is too long or its content is refused. No other form of the request helps. */
const aboutContent =
  /context.{0,20}(?:length|window)|too (?:long|large|many)|maximum.{0,30}(?:tokens|length)|content.?(?:filter|policy)|credit|billing/i

/** What the provider says of a refused request, in lower case. */
function wordsOf(error: unknown): string {
  if (!APICallError.isInstance(error)) return ''
  return `${error.message} ${error.responseBody ?? ''}`.slice(0, 10_000)
}

/**
 * The next simpler way after a provider has refused a request with status 400 or 422, or null if none is left or another
 * way cannot help. What the refusal names is left out first. A refusal that names nothing may concern any part.
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
