import { meaningOf, wordsOf } from './provider-words.ts'

/**
 * How a provider is asked for JSON: with a schema that the provider enforces, with a tool whose input is the answer, or
 * with words alone.
 */
export type AnswerForm = 'schema' | 'tool' | 'plain'

/**
 * What a request to a provider contains: a temperature, a setting for reasoning, the maximum length of the answer, and a
 * form of asking for JSON. If the provider refuses one of them, the next request omits it or uses another form (see
 * `simplerWay`).
 */
export interface Way {
  temperature: boolean
  reasoning: boolean
  length: boolean
  form: AnswerForm
}

// These patterns search the provider's message about a refused request. The message is never stored or logged, because
// it may quote the request.
const aboutTemperature = /temperature/i
const aboutReasoning = /reasoning|effort|thinking/i
const aboutForm =
  /schema|grammar|response_format|output_config|structured|json|\btools?\b|tool_choice|toolconfig|\bformat\b/i
const aboutLength = /max_(?:completion_|output_)?tokens|maxtokens|num_predict/i

/**
 * Returns the `Way` for the next attempt, after a provider has refused a request with status 400 or 422. Temperature,
 * reasoning and length can be left out. The form of the answer can be replaced by the next one of `forms`. If the
 * message in `error` names one of these parts, this part is changed. Otherwise the first part that can still be changed
 * is changed, in the order temperature, reasoning, form. Null if no part can be changed any more, if the message names
 * the form but `forms` has no further form, or if it means that no other request would help.
 */
export function simplerWay(way: Way, forms: readonly AnswerForm[], error: unknown): Way | null {
  const words = wordsOf(error)
  const nextForm = forms[forms.indexOf(way.form) + 1]
  if (way.length && aboutLength.test(words)) return { ...way, length: false }
  if (meaningOf(error) !== null) return null
  if (way.temperature && aboutTemperature.test(words)) return { ...way, temperature: false }
  if (way.reasoning && aboutReasoning.test(words)) return { ...way, reasoning: false }
  if (aboutForm.test(words)) return nextForm === undefined ? null : { ...way, form: nextForm }
  if (way.temperature) return { ...way, temperature: false }
  if (way.reasoning) return { ...way, reasoning: false }
  return nextForm === undefined ? null : { ...way, form: nextForm }
}
