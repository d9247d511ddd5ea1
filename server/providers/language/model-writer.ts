import { setImmediate } from 'node:timers/promises'
import type { ModelPrice } from '../../../lib/contracts/index.ts'
import { type Draft, UnusableAnswerError, type Writer } from '../../generation/index.ts'
import { answerSchema, readAnswer } from './answer-schema.ts'
import { type CallerOptions, modelCaller } from './caller.ts'
import { beginsAsJson, listIn, listReader } from './growing-json.ts'
import { fieldsPart, messageOf, sharedPart, system } from './prompt.ts'
import { proposeBy } from './proposals.ts'
import { reviewBy } from './reviews.ts'

/** Options for a writer that uses a language model. */
export interface ModelWriterOptions extends CallerOptions {
  /** Display name in notices. */
  name: string
  /** The provider of the model, for the log. */
  provider: string
  /** The context size in tokens; 0 if unknown. */
  contextSize?: number
  price?: ModelPrice | null
  /** True if the provider caches only text that the request marks. */
  marksCache?: boolean
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** Makes calls begin one after the other. If all calls began at once, building their prompts would block the server. */
function inTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/**
 * Creates a writer for any language model. It requests one structured answer for each group of fields, and yields the
 * draft of a field as soon as it is complete. `write` throws if the model fails, takes too long, stops early or leaves
 * fields out. Drafts that were complete before the error have already been yielded.
 */
export function modelWriter({
  name,
  provider,
  contextSize = 0,
  price = null,
  marksCache = false,
  ...options
}: ModelWriterOptions): Writer {
  const caller = modelCaller(options)

  return {
    name,
    provider,
    contextSize,
    ...(price === null ? {} : { price }),
    followsInstructions: true,
    propose: (request) => proposeBy(caller, request),
    review: (request) => reviewBy(caller, request, marksCache),
    async *write(request) {
      await inTurn()
      const open = new Map(request.fields.map((field, index) => [`f${index}`, field.id]))
      const reader = listReader()
      let text = ''
      const pieces = caller.ask({
        system,
        message: messageOf(sharedPart(request), fieldsPart(request), marksCache),
        schema: answerSchema,
        temperature: request.temperature,
        onUsage: request.onUsage,
        onTrouble: request.onTrouble,
        signal: request.signal,
      })
      for await (const piece of pieces) {
        text += piece
        if (beginsAsJson(text)) yield* draftsOf(reader.read(piece), open)
      }
      // If fields are still missing, the model may have written words before the list, or put the list in another
      // place of the JSON. So the list is searched in the whole answer.
      if (open.size > 0) yield* draftsOf(listIn(text), open)
      if (open.size === 0) return
      const error = new UnusableAnswerError('The language model left fields without a usable answer.')
      request.onTrouble?.(error)
      throw error
    },
  }
}

/**
 * Yields the drafts of answers to fields that are in `open`, and removes these fields from `open`. So the first answer
 * of a field counts, and answers to other fields are ignored.
 */
function* draftsOf(answers: readonly unknown[], open: Map<string, string>): Generator<Draft> {
  for (const one of answers) {
    const answer = readAnswer(one)
    const id = answer === null ? undefined : open.get(answer.field)
    if (answer === null || id === undefined) continue
    open.delete(answer.field)
    const { field: _, ...draft } = answer
    yield { id, ...draft }
  }
}
