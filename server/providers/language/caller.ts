import { setTimeout as pause } from 'node:timers/promises'
import { type LanguageModel, Output, streamText, tool, type UserModelMessage } from 'ai'
import { z } from 'zod'
import type { ReasoningEffort } from '../../../lib/contracts/index.ts'
import { isTransient, type TokenCount, UnusableAnswerError, WriterFailedError } from '../../generation/index.ts'
import { type AnswerForm, simplerWay, type Way } from './answer-ways.ts'
import { cacheMark } from './cache-mark.ts'
import { modelFailure } from './model-failure.ts'
import { tokensOf } from './tokens.ts'
import { type ModelWaits, modelWaitsDefault } from './waits.ts'

export interface CallerOptions {
  model: LanguageModel
  reasoning?: ReasoningEffort | null
  /** Maximum length of an answer in tokens. 0: the default of the provider. */
  maxOutputTokens?: number
  forms?: readonly AnswerForm[]
  waits?: Partial<ModelWaits>
}

export interface Asking {
  system: string
  marksSystem?: boolean
  message: UserModelMessage
  schema: z.ZodType
  temperature?: number
  onUsage?: ((tokens: TokenCount) => void) | undefined
  onTrouble?: ((error: WriterFailedError | UnusableAnswerError) => void) | undefined
  signal: AbortSignal
}

export interface Caller {
  /**
   * Yields the text of the answer piece by piece. Ends without an error only after a complete answer. Throws
   * `WriterFailedError` if the provider fails, `UnusableAnswerError` if the answer ended early, or the signal's reason.
   */
  ask(asking: Asking): AsyncGenerator<string>
}

/** How often a request is repeated after status 408, 429 or 5xx, or if the provider cannot be reached. */
const repeatsMax = 2
/**
 * In ms: if a provider asks for a longer pause, the request is not repeated and fails. The caller may then try its
 * whole job again later.
 */
const repeatPauseMaxMs = 20_000

const anyForm: readonly AnswerForm[] = ['schema', 'tool', 'plain']

/** Creates the caller of a model. Parts of a request that were refused are not sent again (product 10.20). */
export function modelCaller({
  model,
  reasoning = null,
  maxOutputTokens = 0,
  forms = anyForm,
  waits: waitOverrides = {},
}: CallerOptions): Caller {
  const waits: ModelWaits = { ...modelWaitsDefault, ...waitOverrides }
  let currentWay: Way = {
    temperature: true,
    reasoning: reasoning !== null,
    length: maxOutputTokens > 0,
    form: forms[0] ?? 'plain',
  }

  async function* request(asking: Asking, way: Way): AsyncGenerator<string> {
    const silenceAbort = new AbortController()
    const watch = () => setTimeout(() => silenceAbort.abort(tooLate()), waits.silenceMs)
    let timer = watch()
    const failures: unknown[] = []
    const content = way.form === 'plain' ? `${asking.system}\n${inWords(asking.schema)}` : asking.system
    const stream = streamText({
      model,
      system: asking.marksSystem === true ? { role: 'system', content, providerOptions: cacheMark } : content,
      messages: [asking.message],
      ...askingFor(way.form, asking.schema),
      ...(way.temperature && asking.temperature !== undefined ? { temperature: asking.temperature } : {}),
      ...(way.reasoning && reasoning !== null ? { reasoning } : {}),
      ...(way.length ? { maxOutputTokens } : {}),
      maxRetries: 0,
      abortSignal: AbortSignal.any([asking.signal, silenceAbort.signal, AbortSignal.timeout(waits.answerMs)]),
      // By default, the SDK logs errors to the console, and a provider's error may quote the request.
      onError: () => {},
    })
    try {
      for await (const part of stream.stream) {
        // The timer is stopped while the consumer processes this piece, because this time must not count as silence of
        // the model.
        clearTimeout(timer)
        if (part.type === 'text-delta') yield part.text
        else if (part.type === 'tool-input-delta') yield part.delta
        else if (part.type === 'error') failures.push(part.error)
        else if (part.type === 'abort') failures.push(tooLate())
        else if (part.type === 'finish') {
          asking.onUsage?.(tokensOf(part.totalUsage))
          failures.push(...stopped(part.finishReason))
        }
        timer = watch()
      }
    } catch (error) {
      failures.push(error)
    } finally {
      clearTimeout(timer)
      // Ends the request if the caller has stopped reading before the end of the answer.
      silenceAbort.abort()
    }
    asking.signal.throwIfAborted()
    if (failures.length > 0) throw failures[0]
  }

  return {
    async *ask(asking) {
      asking.signal.throwIfAborted()
      let way = currentWay
      let repeats = 0
      for (;;) {
        let hasText = false
        try {
          for await (const piece of request(asking, way)) {
            hasText = true
            yield piece
          }
          currentWay = way
          return
        } catch (error) {
          asking.signal.throwIfAborted()
          const failure = modelFailure(error)
          asking.onTrouble?.(failure)
          if (hasText || failure instanceof UnusableAnswerError) {
            currentWay = way
            throw failure
          }
          if (failure.status === 400 || failure.status === 422) {
            const simpler = simplerWay(way, forms, error)
            if (simpler === null) throw failure
            way = simpler
          } else {
            const pauseMs = failure.retryAfterMs ?? waits.retryMs * 2 ** repeats
            const mayRepeat = failure.kind !== 'late' && isTransient(failure) && repeats < repeatsMax
            if (!mayRepeat || pauseMs > repeatPauseMaxMs) throw failure
            repeats += 1
            await pause(pauseMs, undefined, { signal: asking.signal })
          }
        }
      }
    },
  }
}

const tooLate = () => new DOMException('The language model took too long.', 'TimeoutError')

function askingFor(form: AnswerForm, schema: z.ZodType) {
  if (form === 'schema') {
    // By default, the SDK parses the whole answer again after each piece, which would block the server during long
    // answers. The SDK passes a piece on only if the parsed result has changed, so this parser returns the length of
    // the text.
    const parsePartialOutput = async ({ text }: { text: string }) => ({ partial: text.length })
    return { output: { ...Output.object({ schema }), parsePartialOutput, parseCompleteOutput: async () => ({}) } }
  }
  if (form === 'plain') return {}
  const answer = tool({ description: 'Takes the whole answer.', inputSchema: schema })
  return { tools: { answer }, toolChoice: { type: 'tool' as const, toolName: 'answer' as const } }
}

const inWords = (schema: z.ZodType): string =>
  `Answer with JSON alone, without other words and without a code fence. It follows this JSON schema:\n${JSON.stringify(z.toJSONSchema(schema))}`

/**
 * Returns an empty list if the model ended its answer by itself, otherwise a list with one error. The end of a stream
 * alone does not mean that the answer is complete.
 */
function stopped(reason: string): Error[] {
  if (reason === 'stop' || reason === 'tool-calls') return []
  if (reason === 'content-filter') return [new WriterFailedError('declined')]
  return [new UnusableAnswerError(`The language model stopped early (${reason}).`)]
}
