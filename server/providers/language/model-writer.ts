import { setImmediate } from 'node:timers/promises'
import type { Field, ModelPrice } from '../../../lib/contracts/index.ts'
import { type Draft, UnusableAnswerError, type WriteRequest, type Writer } from '../../generation/index.ts'
import { answerSchema, draftOfAnswer, type FieldAnswer, readAnswer } from './answer-schema.ts'
import { type CallerOptions, modelCaller } from './caller.ts'
import { nameFieldsBy } from './field-names.ts'
import { firstCalls } from './first-call.ts'
import { beginsAsJson, itemsIn, listReader } from './growing-json.ts'
import { fieldsPart, messageOf, sharedPart, statementsPart } from './prompt.ts'
import { proposeBy } from './proposals.ts'
import { readReview } from './reviews.ts'
import { system } from './rules.ts'

export interface ModelWriterOptions extends CallerOptions {
  name: string
  provider: string
  /** The context size in tokens; 0 if unknown. */
  contextSize?: number
  price?: ModelPrice | null
  marksCache?: boolean
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** Makes calls begin one after the other. If all calls began at once, building their prompts would block the server. */
function inTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/** What `ask` needs of a request: the parts of the prompt that all calls of a note share, and what the call reports. */
type Asked = Parameters<typeof sharedPart>[0] & Pick<WriteRequest, 'onUsage' | 'onTrouble' | 'signal'>

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
  const first = firstCalls()

  async function* ask(request: Asked, ownPart: string, temperature?: number): AsyncGenerator<string> {
    await inTurn()
    const { onUsage, onTrouble, signal } = request
    const shared = sharedPart(request)
    const release = await first.follow(shared, signal)
    try {
      const pieces = caller.ask({
        system,
        marksSystem: marksCache,
        message: messageOf(shared, ownPart, marksCache),
        schema: answerSchema,
        ...(temperature === undefined ? {} : { temperature }),
        onUsage,
        onTrouble,
        signal,
      })
      for await (const piece of pieces) {
        release()
        yield piece
      }
    } finally {
      release()
    }
  }

  return {
    name,
    provider,
    contextSize,
    ...(price === null ? {} : { price }),
    followsInstructions: true,
    propose: (request) => proposeBy(caller, request),
    nameFields: (request) => nameFieldsBy(caller, request),
    async review(request) {
      let text = ''
      try {
        for await (const piece of ask(request, statementsPart(request))) text += piece
      } catch (error) {
        // What a model has judged before its answer was cut off still counts.
        if (!(error instanceof UnusableAnswerError)) throw error
      }
      return readReview(text, request)
    },
    async *write(request) {
      const openFields = new Map(request.fields.map((field, index) => [`f${index}`, field]))
      const reader = listReader()
      let text = ''
      for await (const piece of ask(request, fieldsPart(request), request.temperature)) {
        text += piece
        if (beginsAsJson(text))
          yield* draftsOf(
            reader.read(piece).flatMap((one) => readAnswer(one) ?? []),
            openFields,
          )
      }
      // If fields are still missing, the model may have written words before the list, or put the list in another
      // place of the JSON. So the list is searched in the whole answer.
      if (openFields.size > 0) yield* draftsOf(itemsIn(text, readAnswer), openFields)
      if (openFields.size === 0) return
      const error = new UnusableAnswerError('The language model left fields without a usable answer.')
      request.onTrouble?.(error)
      throw error
    },
  }
}

/**
 * Yields the drafts of answers to fields that are in `openFields`, and removes these fields from `openFields`. So the first answer
 * of a field counts, and answers to other fields are ignored.
 */
function* draftsOf(answers: readonly FieldAnswer[], openFields: Map<string, Field>): Generator<Draft> {
  for (const answer of answers) {
    const field = openFields.get(answer.field)
    if (field === undefined) continue
    openFields.delete(answer.field)
    yield draftOfAnswer(field, answer)
  }
}
