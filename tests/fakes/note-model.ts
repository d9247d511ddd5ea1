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

/** Returns the names of the fields that a prompt asks for, in their order. Empty: the prompt asks for no fields. */
export function fieldsIn(prompt: string): string[] {
  const from = prompt.lastIndexOf('\nFields:\n')
  return from === -1 ? [] : [...prompt.slice(from).matchAll(/^(f\d+): .*\n {2}\S/gm)].map(([, name = '']) => name)
}

/** Returns the names of the fields that a request to a hosted model asks for, in their order. */
export const askedFor = ({ messages }: ChatRequest): string[] =>
  fieldsIn(messages.map(({ content }) => content).join('\n'))

/**
 * Returns a model's answer in the format that every call asks for. The keys of `answers` are field names, such as `f0`.
 */
export const answersOf = (answers: Record<string, object>): string =>
  JSON.stringify({ answers: Object.entries(answers).map(([field, answer]) => ({ field, ...answer })) })

const answer = { state: 'stated', confidence: 0.9, evidence: [{ turn: 1, quote }], value: [notedValue] }

/**
 * Returns the answer of a model that writes `notedValue` into every requested field. `quote` supports this text.
 */
export const noteFor = (request: ChatRequest): string => noteOf(askedFor(request))

/** Returns the answer of a model that writes `notedValue` into the fields with these names. */
export const noteOf = (names: readonly string[]): string =>
  answersOf(Object.fromEntries(names.map((name) => [name, answer])))

/** Number of characters of an answer of `noteOf` after which the first field is complete. */
export const firstFieldCharacters = noteOf(['f0']).length - ']}'.length

/** Returns the reply of the fake model at the given speed. */
export const noteReply = (request: ChatRequest, pace: ChatPace, spoken?: (characters: number) => void): ChatReply => ({
  kind: 'text',
  content: noteFor(request),
  pace,
  ...(spoken === undefined ? {} : { spoken }),
})
