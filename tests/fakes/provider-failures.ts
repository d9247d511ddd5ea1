import type { HostedReply } from './hosted-models.ts'
import type { HostedAsk, Protocol } from './hosted-wires.ts'
import { fieldsIn, noteOf } from './note-model.ts'
import { reviewOf, statementsOf } from './reviewer.ts'

/**
 * The expected end of a note: 'complete', or a failure whose error message contains this sentence. The sentence can
 * depend on the protocol.
 */
type End = 'complete' | string | ((protocol: Protocol) => string)

interface Failure {
  /** `count` is the number of the request for this model, from 1. `names` are the fields that it asks for. */
  reply(ask: HostedAsk, count: number, names: string[]): HostedReply
  ends: End
  /** The number of lines in the log about the failure. */
  lines: 0 | 1
}

/** Words of a provider that must not reach the log. */
const words = 'The provider says: '
const fail = (status: number, message = 'no.', headers: Record<string, string> = {}): HostedReply => ({
  kind: 'fail',
  status,
  message: words + message,
  headers,
})
const answer = (content: string): HostedReply => ({ kind: 'answer', content })
const whole = (names: readonly string[]): HostedReply => answer(noteOf(names))
/** The answer for the first field, and the beginning of the next one. */
const begun = (names: readonly string[]): string =>
  `${noteOf(names.slice(0, 1)).slice(0, -2)},{"field":"${names[1] ?? ''}","state":"sta`
/** Fails the first request, and answers every later request. */
const once =
  (reply: (names: string[]) => HostedReply): Failure['reply'] =>
  (_, count, names) =>
    count === 1 ? reply(names) : whole(names)

const key = 'refused the key'
const unusable = 'gave no usable answer'
const late = 'did not answer in time'
const firstAsked = new Map<string, number>()

/** The failures of providers by name, and how a note must end after each. */
export const failures = {
  '400-temperature': {
    reply: ({ temperature }, _, names) =>
      temperature === undefined ? whole(names) : fail(400, '`temperature` is not supported with this model.'),
    ends: 'complete',
    lines: 1,
  },
  '400-grammar': {
    reply: ({ form }, _, names) =>
      form === 'schema' ? fail(400, 'Invalid schema: the compiled grammar is too large.') : whole(names),
    ends: 'complete',
    lines: 1,
  },
  '400-tools': {
    reply: ({ form }, _, names) =>
      form === 'plain' ? whole(names) : fail(400, 'This model supports neither response_format nor tools.'),
    ends: 'complete',
    lines: 1,
  },
  '400-always': { reply: () => fail(400), ends: 'refused the request', lines: 1 },
  '401': { reply: () => fail(401), ends: key, lines: 1 },
  '403': { reply: () => fail(403), ends: key, lines: 1 },
  '404': { reply: () => fail(404), ends: 'does not know this model', lines: 1 },
  '408': { reply: () => fail(408), ends: late, lines: 1 },
  '413': { reply: () => fail(413), ends: 'too long for the language model', lines: 1 },
  '429-retry-after': {
    reply({ protocol }, _, names) {
      const first = firstAsked.get(protocol)
      if (first === undefined) {
        firstAsked.set(protocol, performance.now())
        return fail(429, 'Too many requests.', { 'retry-after': '1' })
      }
      // A caller that repeats the request too early gets 401, which ends the note with an error.
      return performance.now() - first < 900 ? fail(401) : whole(names)
    },
    ends: 'complete',
    lines: 1,
  },
  '429': { reply: (_, count, names) => (count < 3 ? fail(429) : whole(names)), ends: 'complete', lines: 1 },
  '429-always': { reply: () => fail(429), ends: 'cannot take more requests', lines: 1 },
  '500': { reply: () => fail(500), ends: 'does not work at the moment', lines: 1 },
  '529': { reply: (_, count, names) => (count < 5 ? fail(529) : whole(names)), ends: 'complete', lines: 1 },
  'slow-first-byte': {
    reply: (_, __, names) => ({ kind: 'answer', content: noteOf(names), afterMs: 300 }),
    ends: 'complete',
    lines: 0,
  },
  silence: { reply: () => ({ kind: 'silence' }), ends: late, lines: 1 },
  stall: { reply: once((names) => ({ kind: 'stall', content: begun(names) })), ends: 'complete', lines: 1 },
  reset: { reply: once((names) => ({ kind: 'reset', content: begun(names) })), ends: 'complete', lines: 1 },
  'cut-json': { reply: once((names) => answer(begun(names))), ends: 'complete', lines: 1 },
  prose: {
    reply: (_, __, names) =>
      answer(`Here is "the note" [1] {as asked}:\n\`\`\`json\n${noteOf(names)}\n\`\`\`\nIs there more to do?`),
    ends: 'complete',
    lines: 0,
  },
  refusal: {
    reply: () => ({ kind: 'answer', content: 'I cannot help with that.', end: 'refusal' }),
    // Ollama's protocol has no refusals. A model refuses in its text, which the server cannot read as an answer.
    ends: (protocol) => (protocol === 'ollama' ? unusable : 'declined to write this note'),
    lines: 1,
  },
  empty: { reply: () => answer(''), ends: unusable, lines: 1 },
  'wrong-ids': { reply: () => answer(noteOf(['f7', 'sleep', 'f99'])), ends: unusable, lines: 1 },
  'repeated-fields': {
    reply: (_, __, names) => answer(noteOf(names.map(() => names[0] ?? ''))),
    ends: 'complete',
    lines: 1,
  },
  length: {
    reply: (_, __, names) =>
      names.length === 1 ? whole(names) : { kind: 'answer', content: begun(names), end: 'length' },
    ends: 'complete',
    lines: 1,
  },
} satisfies Record<string, Failure>
export type Scenario = keyof typeof failures

/**
 * Returns the reply of the fake model. The name of the model is the name of its failure. A review never fails: it is
 * requested only after the note was written.
 */
export function replyOf(ask: HostedAsk, count: number): HostedReply {
  const statements = statementsOf(ask.prompt)
  if (statements !== null) return answer(reviewOf(statements, { verdict: () => 'supported' }))
  const failure: Failure | undefined = failures[ask.model as Scenario]
  return failure === undefined ? fail(404) : failure.reply(ask, count, fieldsIn(ask.prompt))
}
