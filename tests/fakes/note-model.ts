import type { ChatPace, ChatReply, ChatRequest } from './openai-server.ts'

/** A session whose second turn holds what the model of these notes answers. */
export const notedTurns = [
  'Speaker 0: How do you sleep?',
  'Speaker 1: I sleep five hours a night, and I walk every day.',
  'Speaker 0: Then we meet again next week.',
]
const quote = 'I sleep five hours a night, and I walk every day.'
/** What it writes into each field. */
export const notedValue = 'Sleeps five hours a night and walks every day.'

/** What a hosted model is asked for: the names of the answers, in their order. */
export function askedFor({ response_format }: ChatRequest): string[] {
  if (response_format?.type !== 'json_schema') return []
  const { properties } = response_format.json_schema.schema
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

const answer = JSON.stringify({ state: 'stated', confidence: 0.9, evidence: [{ turn: 1, quote }], value: [notedValue] })

/** The answer of a model that fills every text field it is asked for with the same true words. */
export const noteFor = (request: ChatRequest): string =>
  `{${askedFor(request)
    .map((name) => `"${name}":${answer}`)
    .join(',')}}`

/** How much of such an answer must be out before its first field is whole: until the second one's value begins. */
export const firstFieldCharacters = `{"f0":${answer},"f1":{`.length

/** The reply of that model at a pace. */
export const noteReply = (request: ChatRequest, pace: ChatPace, spoken?: (characters: number) => void): ChatReply => ({
  kind: 'text',
  content: noteFor(request),
  pace,
  ...(spoken === undefined ? {} : { spoken }),
})
