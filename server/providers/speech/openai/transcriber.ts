import { setTimeout as pause } from 'node:timers/promises'
import { readAnswer, type Understood } from './answer.ts'
import { kindOf, type OptionalParameter, Refusal } from './refusal.ts'
import { ask, type TranscriptionSettings, type Utterance } from './request.ts'

/** Number of refusals after which an utterance is given up, if the service transcribes other sound meanwhile. */
const refusalsMax = { utterance: 2, fault: 4 }
const busyTries = 6
const busyWaitMaxMs = 20_000
const againMs = 500

/** The result of an utterance. Null: no speech. `refused`: the service always refuses it. */
export type Transcribed = Understood | null | 'refused'

export interface Service {
  settings: TranscriptionSettings
  readonly leftOut: Set<OptionalParameter>
  answers: number
}

export const createService = (settings: TranscriptionSettings): Service => ({
  settings,
  leftOut: new Set(),
  answers: 0,
})

/** A second of faint noise, for a request that only shows if the service works. */
const noise = Int16Array.from({ length: 16_000 }, (_, frame) => ((frame * 7919) % 129) - 64)

/**
 * Creates the function that transcribes the utterances of one take, in any order. It tells an utterance that the
 * service refuses from a service that does not work: the last refusal of an utterance counts only if the service has
 * answered another request after the first one. If no other request shows that, it sends the last understood utterance
 * again. `onTry` is called after each failed attempt.
 *
 * Throws `EngineRefused` if the service refuses every request, and any other error if a later attempt may succeed.
 */
export function createTranscriber(service: Service, onTry: () => void): (utterance: Utterance) => Promise<Transcribed> {
  const { settings } = service
  const pauseMs = settings.againMs ?? againMs
  let sample: Int16Array = noise

  const send = async (utterance: Utterance) => {
    const omittedParameters = [...service.leftOut]
    try {
      const answer = await ask(settings, utterance, new Set(omittedParameters))
      service.answers++
      return answer
    } catch (error) {
      const parameters = error instanceof Refusal && error.kind === 'parameter' ? error.parameters : []
      const fresh = parameters.filter((one) => !omittedParameters.includes(one))
      if (fresh.length === 0) throw error
      for (const one of fresh) service.leftOut.add(one)
      return null
    }
  }

  return async (utterance) => {
    const { signal, failsSoon } = utterance
    let answersAtFirst: number | null = null
    let busy = 0
    const refusals = { utterance: 0, fault: 0 }
    for (;;) {
      const answersBefore = service.answers
      try {
        const answer = await send(utterance)
        if (answer === null) continue
        const understood = readAnswer(answer, utterance)
        if (understood !== null) sample = utterance.samples
        return understood
      } catch (error) {
        if (signal.aborted) throw error
        onTry()
        const refusalKind = kindOf(error)
        const kind = refusalKind === 'parameter' ? 'utterance' : refusalKind
        if (kind === 'setting' && error instanceof Refusal) throw error.asPermanent()
        if (failsSoon || kind === 'setting') throw error
        if (kind === 'busy') {
          if (++busy === busyTries) throw error
          const requestedMs = error instanceof Refusal ? error.retryAfterMs : null
          const waitMs = Math.min(busyWaitMaxMs, requestedMs ?? pauseMs * 2 ** (busy - 1))
          await pause(waitMs, undefined, { signal })
          continue
        }
        refusals[kind]++
        answersAtFirst ??= service.answers
        const isEnough = refusals[kind] >= refusalsMax[kind]
        if (isEnough && answersBefore > answersAtFirst) return 'refused'
        if (refusals[kind] >= refusalsMax[kind] - 1 && service.answers === answersAtFirst) {
          try {
            while ((await send({ ...utterance, samples: sample })) === null);
          } catch (probe) {
            if (error instanceof Refusal && kind === 'utterance' && kindOf(probe) !== 'fault') throw error.asPermanent()
            throw error
          }
        } else await pause(pauseMs * refusals[kind], undefined, { signal })
      }
    }
  }
}
