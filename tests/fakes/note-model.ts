import type { ChatPace, ChatReply, ChatRequest } from './openai-server.ts'

/** The turns of a session. The fake model of `noteFor` takes its answers from the second turn. */
export const notedTurns = [
  'Speaker 0: How do you sleep?',
  'Speaker 1: I sleep five hours a night, and I walk every day.',
  'Speaker 0: Then we meet again next week.',
]
const quote = 'I sleep five hours a night, and I walk every day.'
/** The text that the model writes into each field. */
export const notedValue = 'Sleeps five hours a night and walks every day.'

/** Returns the names of the fields that a request to a hosted model asks for, in their order. */
export function askedFor({ response_format }: ChatRequest): string[] {
  if (response_format?.type !== 'json_schema') return []
  const { properties } = response_format.json_schema.schema
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

const answer = JSON.stringify({ state: 'stated', confidence: 0.9, evidence: [{ turn: 1, quote }], value: [notedValue] })

/** The answer of a model that fills every requested text field with the same true words. */
export const noteFor = (request: ChatRequest): string =>
  `{${askedFor(request)
    .map((name) => `"${name}":${answer}`)
    .join(',')}}`

/**
 * Number of characters of such an answer after which its first field is complete: up to the start of the second value.
 */
export const firstFieldCharacters = `{"f0":${answer},"f1":{`.length

/** Returns the reply of the fake model at the given speed. */
export const noteReply = (request: ChatRequest, pace: ChatPace, spoken?: (characters: number) => void): ChatReply => ({
  kind: 'text',
  content: noteFor(request),
  pace,
  ...(spoken === undefined ? {} : { spoken }),
})
