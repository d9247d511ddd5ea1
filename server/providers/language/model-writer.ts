import { type LanguageModel, Output, streamText } from 'ai'
import type { ModelPrice } from '../../../lib/contracts/index.ts'
import {
  type Draft,
  UnusableAnswerError,
  type WriteRequest,
  type Writer,
  WriterFailedError,
} from '../../generation/index.ts'
import { answerSchema, readAnswer } from './answer-schema.ts'
import { modelFailure } from './model-failure.ts'
import { prompt, system } from './prompt.ts'
import { proposeBy } from './proposals.ts'

/** A language model as a writer. */
export interface ModelWriterOptions {
  model: LanguageModel
  /** What notices call it. */
  name: string
  /** Who serves it, for the log. */
  provider: string
  /** How many tokens it reads at most; 0 where that is not known. */
  contextSize?: number
  price?: ModelPrice | null
  /** How long one answer may take, in ms. */
  timeoutMs?: number
}

const timeoutDefaultMs = 3 * 60_000

/**
 * A writer over any language model: one structured answer for each group, handed on field by field as it is told.
 * A request that is refused with status 400 is made once more without the temperature. `write` throws when the model fails, takes too long or ends half-way; what was whole by then has been handed on.
 */
export function modelWriter({
  model,
  name,
  provider,
  contextSize = 0,
  price = null,
  timeoutMs = timeoutDefaultMs,
}: ModelWriterOptions): Writer {
  // Some models know no temperature and refuse every request that names one.
  let takesTemperature = true

  /** One call. Throws what went wrong, in our terms. */
  async function* callOnce(
    request: WriteRequest,
    temperature: number | undefined,
    given: Set<string>,
  ): AsyncGenerator<Draft> {
    const failures: unknown[] = []
    const stream = streamText({
      model,
      system,
      prompt: prompt(request),
      output: Output.object({ schema: answerSchema(request.fields) }),
      ...(temperature === undefined ? {} : { temperature }),
      maxRetries: 2,
      timeout: { totalMs: timeoutMs },
      abortSignal: request.signal,
      // By default errors go to the console, and a provider's error may repeat what it was sent.
      onError: ({ error }) => void failures.push(error),
      onAbort: () => void failures.push(new DOMException('The language model took too long.', 'TimeoutError')),
    })
    try {
      for await (const partial of stream.partialOutputStream) yield* whole(partial, request, given)
    } catch (error) {
      failures.push(error)
    }
    request.signal.throwIfAborted()
    if (failures.length > 0) throw modelFailure(failures[0])
    const { inputTokens = 0, outputTokens = 0 } = await stream.usage
    request.onUsage?.({ inputTokens, outputTokens })
    const reason = await stream.finishReason
    // The end of a stream is not success: an answer may have been cut.
    if (reason !== 'stop') throw new UnusableAnswerError(`The language model stopped early (${reason}).`)
    yield* answers(parsed(await stream.text), request, given)
    if (given.size < request.fields.length)
      throw new UnusableAnswerError('The language model left fields without a usable answer.')
  }

  return {
    name,
    provider,
    contextSize,
    ...(price === null ? {} : { price }),
    followsInstructions: true,
    propose: (request) => proposeBy(model, request),
    async *write(request) {
      request.signal.throwIfAborted()
      const given = new Set<string>()
      if (takesTemperature) {
        try {
          return yield* callOnce(request, request.temperature, given)
        } catch (error) {
          const refused = error instanceof WriterFailedError && error.status === 400
          if (!refused || given.size > 0) throw error
        }
      }
      yield* callOnce(request, undefined, given)
      takesTemperature = false
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words would repeat the answer.
    throw new UnusableAnswerError('The language model’s answer was no JSON.')
  }
}

/** Every field told to its end: a property is whole once another follows it. */
function* whole(partial: object, request: WriteRequest, given: Set<string>): Generator<Draft> {
  const entries = Object.entries(partial).slice(0, -1)
  yield* answers(Object.fromEntries(entries), request, given)
}

function* answers(told: unknown, request: WriteRequest, given: Set<string>): Generator<Draft> {
  if (typeof told !== 'object' || told === null) return
  for (const [index, field] of request.fields.entries()) {
    const answer = readAnswer(Reflect.get(told, `f${index}`))
    if (answer === null || given.has(field.id)) continue
    given.add(field.id)
    yield { id: field.id, ...answer }
  }
}
