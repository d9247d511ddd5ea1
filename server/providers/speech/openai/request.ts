import { z } from 'zod'
import { wireFormat } from '../../../../lib/contracts/index.ts'
import { firstTerms } from '../terms.ts'
import { type OptionalParameter, Refusal } from './refusal.ts'
import { encodeWav } from './wav.ts'

export interface TranscriptionSettings {
  baseUrl: string
  apiKey: string | null
  model: string
  /** The pause before the second try of an utterance, in ms. Default: 500. */
  againMs?: number
}

const span = z.object({ start: z.number(), end: z.number() })
const answer = z.object({
  text: z.string(),
  words: z.array(span).nullish(),
  segments: z
    .array(
      span.extend({
        text: z.string().optional(),
        no_speech_prob: z.number().nullish(),
        avg_logprob: z.number().nullish(),
      }),
    )
    .nullish(),
})
export type Answer = z.infer<typeof answer>

const { sampleRate: sampleRateHz } = wireFormat
/** Maximum time in ms for a request. `soon`: a second engine continues after a failure. */
const withinMs = { usual: 60_000, soon: 20_000 }
/**
 * Whisper reads only the last 224 tokens of a prompt. A token of a rare name may have only two characters, so the
 * prompt has at most 448 characters.
 */
const promptMaxCharacters = 448

export interface Utterance {
  samples: Int16Array
  language: string
  terms: readonly string[]
  failsSoon: boolean
  signal: AbortSignal
}

export const promptOf = (terms: readonly string[]): string => firstTerms(terms, promptMaxCharacters).join(', ')

/** Sends an utterance, without the parameters in `leftOut`. Throws a `Refusal` if the service does not transcribe it. */
export async function ask(
  { baseUrl, apiKey, model }: TranscriptionSettings,
  { samples, language, terms, failsSoon, signal }: Utterance,
  leftOut: ReadonlySet<OptionalParameter>,
): Promise<Answer> {
  const form = new FormData()
  form.set(
    'file',
    new Blob([encodeWav({ sampleRateHz, channels: 1, pcm: samples })], { type: 'audio/wav' }),
    'utterance.wav',
  )
  form.set('model', model)
  const isPlain = leftOut.has('response_format')
  form.set('response_format', isPlain ? 'json' : 'verbose_json')
  // The times are only in `verbose_json`.
  if (!isPlain && !leftOut.has('timestamp_granularities')) {
    form.append('timestamp_granularities[]', 'word')
    form.append('timestamp_granularities[]', 'segment')
  }
  if (!leftOut.has('temperature')) form.set('temperature', '0')
  // For mixed languages, the model detects the language itself.
  if (language !== 'multi') form.set('language', language.split('-')[0] ?? language)
  if (terms.length > 0 && !leftOut.has('prompt')) form.set('prompt', promptOf(terms))
  const response = await fetch(`${baseUrl.replace(/\/$/, '')}/audio/transcriptions`, {
    method: 'POST',
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    body: form,
    // Not `error`: then undici rejects a promise that nobody can handle if the service answers before it has read the body.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs[failsSoon ? 'soon' : 'usual'])]),
  })
  if (response.ok) return answer.parse(await response.json())
  const secrets = [apiKey ?? '', ...terms]
  throw new Refusal(response.status, await response.text(), response.headers.get('retry-after'), secrets)
}
