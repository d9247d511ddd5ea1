import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { wireFormat } from '../../../../lib/contracts/index.ts'
import { firstTerms } from '../terms.ts'
import { encodeWav } from './wav.ts'

/** Settings for an endpoint that is compatible with OpenAI's `/audio/transcriptions`. */
export interface TranscriptionSettings {
  /** Base URL including the version, such as http://127.0.0.1:8000/v1. */
  baseUrl: string
  /** Null: the endpoint requires no key. */
  apiKey: string | null
  model: string
}

/** A transcribed utterance. Times are in seconds from its beginning. */
export interface Understood {
  text: string
  fromSeconds: number
  toSeconds: number
}

const span = z.object({ start: z.number(), end: z.number() })
const answer = z.object({
  text: z.string(),
  words: z.array(span).nullish(),
  segments: z
    .array(span.extend({ no_speech_prob: z.number().optional(), avg_logprob: z.number().optional() }))
    .nullish(),
})

/**
 * Whisper itself treats a segment as silence if its `no_speech_prob` is above `noSpeechMin` and its `avg_logprob` is
 * below `logprobMax`. `transcribe` applies these limits too, because an endpoint may return invented words for
 * silence.
 */
const noSpeechMin = 0.6
const logprobMax = -1

const { sampleRate: sampleRateHz } = wireFormat
const waitMs = 500
/**
 * Maximum number of attempts to transcribe an utterance, and maximum time in ms for each attempt. `soon` applies if a
 * second engine can continue after a failure. With these lower limits, the second engine starts earlier.
 */
const patience = { usual: { tries: 3, withinMs: 60_000 }, soon: { tries: 1, withinMs: 20_000 } }
/**
 * Whisper reads only the last 224 tokens of a prompt. A token of a rare name may have only two characters, so the
 * prompt has at most 448 characters.
 */
const promptMaxCharacters = 448

/** Thrown if the endpoint refuses the request and would refuse it again. The message can be shown to the user. */
export class TranscriptionRefused extends Error {
  override name = 'TranscriptionRefused'
}

interface Utterance {
  /** Mono, 16 kHz. */
  samples: Int16Array
  language: string
  /** Names and medicines that will probably be said. */
  terms: readonly string[]
  /** True: fails after the first attempt. */
  failsSoon: boolean
  signal: AbortSignal
}

async function ask(settings: TranscriptionSettings, { samples, language, terms, failsSoon, signal }: Utterance) {
  const form = new FormData()
  form.set(
    'file',
    new Blob([encodeWav({ sampleRateHz, channels: 1, pcm: samples })], { type: 'audio/wav' }),
    'utterance.wav',
  )
  form.set('model', settings.model)
  form.set('response_format', 'verbose_json')
  form.append('timestamp_granularities[]', 'word')
  form.append('timestamp_granularities[]', 'segment')
  form.set('temperature', '0')
  // For mixed languages, the model detects the language itself.
  if (language !== 'multi') form.set('language', language.split('-')[0] ?? language)
  if (terms.length > 0) form.set('prompt', firstTerms(terms, promptMaxCharacters).join(', '))
  const response = await fetch(`${settings.baseUrl.replace(/\/$/, '')}/audio/transcriptions`, {
    method: 'POST',
    headers: settings.apiKey === null ? {} : { authorization: `Bearer ${settings.apiKey}` },
    body: form,
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience[failsSoon ? 'soon' : 'usual'].withinMs)]),
  })
  if (response.ok) return answer.parse(await response.json())
  await response.body?.cancel()
  if (response.status === 401 || response.status === 403) {
    throw new TranscriptionRefused('The transcription service does not accept the key. Check SPEECH_API_KEY.')
  }
  if (response.status === 404) {
    throw new TranscriptionRefused(
      'The transcription service has no such address or model. Check SPEECH_BASE_URL and SPEECH_MODEL.',
    )
  }
  if (response.status < 500 && response.status !== 408 && response.status !== 429) {
    throw new TranscriptionRefused(
      `The transcription service did not accept the sound (status ${response.status}). Look at the log of the service.`,
    )
  }
  throw new Error(`The transcription endpoint answered ${response.status}.`)
}

/**
 * Transcribes one utterance. Returns null if it contains no speech. Makes up to three attempts, or one with
 * `failsSoon`. Throws `TranscriptionRefused` at once if another attempt would not help.
 */
export async function transcribe(settings: TranscriptionSettings, utterance: Utterance): Promise<Understood | null> {
  const { samples, signal } = utterance
  const { tries } = patience[utterance.failsSoon ? 'soon' : 'usual']
  for (let attempt = 1; ; attempt++) {
    try {
      const { text, words, segments } = await ask(settings, utterance)
      const hasNoSpeech =
        segments !== null &&
        segments !== undefined &&
        segments.length > 0 &&
        segments.every((one) => (one.no_speech_prob ?? 0) > noSpeechMin && (one.avg_logprob ?? 0) < logprobMax)
      const spokenText = text.trim().replace(/\s+/g, ' ')
      if (hasNoSpeech || spokenText === '') return null
      const spans = words?.length ? words : segments?.length ? segments : null
      const whole = samples.length / 16_000
      return {
        text: spokenText,
        fromSeconds: spans?.[0]?.start ?? 0,
        toSeconds: Math.min(whole, spans?.at(-1)?.end ?? whole),
      }
    } catch (error) {
      if (error instanceof TranscriptionRefused || signal.aborted || attempt === tries) throw error
      await pause(waitMs * attempt)
    }
  }
}
