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
import { fieldsPart, messageOf, sharedPart, system } from './prompt.ts'
import { proposeBy } from './proposals.ts'
import { reviewBy } from './reviews.ts'
import { tokensOf } from './tokens.ts'

/** Options for a writer that uses a language model. */
export interface ModelWriterOptions {
  model: LanguageModel
  /** Display name in notices. */
  name: string
  /** The provider of the model, for the log. */
  provider: string
  /** The context size in tokens; 0 if unknown. */
  contextSize?: number
  price?: ModelPrice | null
  /** True if the provider keeps only what a request marks for its cache. */
  marksCache?: boolean
  /** Time limit for one answer, in ms. */
  timeoutMs?: number
}

const timeoutDefaultMs = 3 * 60_000

/**
 * Creates a writer for any language model. It requests one structured answer per group, and yields each field's draft
 * as soon as it is complete. A request that is refused with status 400 is repeated without the temperature. `write`
 * throws if the model fails, takes too long or stops early; drafts that were complete by then have been yielded.
 */
export function modelWriter({
  model,
  name,
  provider,
  contextSize = 0,
  price = null,
  marksCache = false,
  timeoutMs = timeoutDefaultMs,
}: ModelWriterOptions): Writer {
  // Some models do not support a temperature and refuse every request that has one.
  let takesTemperature = true

  /** Makes one call. Throws only `WriterFailedError` or `UnusableAnswerError`, never an error of the SDK. */
  async function* callOnce(
    request: WriteRequest,
    temperature: number | undefined,
    given: Set<string>,
  ): AsyncGenerator<Draft> {
    const failures: unknown[] = []
    const stream = streamText({
      model,
      system,
      messages: [messageOf(sharedPart(request), fieldsPart(request), marksCache)],
      output: Output.object({ schema: answerSchema(request.fields) }),
      ...(temperature === undefined ? {} : { temperature }),
      maxRetries: 2,
      timeout: { totalMs: timeoutMs },
      abortSignal: request.signal,
      // By default, the SDK logs errors to the console, and a provider's error may quote the request.
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
    request.onUsage?.(tokensOf(await stream.usage))
    const reason = await stream.finishReason
    // The end of a stream does not mean success: the answer may have been truncated.
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
    review: (request) => reviewBy(model, request, marksCache),
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
    // Do not pass on the error of the parser: its message quotes the answer.
    throw new UnusableAnswerError('The language model’s answer was no JSON.')
  }
}

/** Yields the fields of a partial answer that are complete. A field is complete as soon as another one follows it. */
function* whole(partial: object, request: WriteRequest, given: Set<string>): Generator<Draft> {
  const entries = Object.entries(partial).slice(0, -1)
  yield* answers(Object.fromEntries(entries), request, given)
}

function* answers(reply: unknown, request: WriteRequest, given: Set<string>): Generator<Draft> {
  if (typeof reply !== 'object' || reply === null) return
  for (const [index, field] of request.fields.entries()) {
    const answer = readAnswer(Reflect.get(reply, `f${index}`))
    if (answer === null || given.has(field.id)) continue
    given.add(field.id)
    yield { id: field.id, ...answer }
  }
}
