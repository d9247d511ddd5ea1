import { inaudible } from '../engine.ts'
import { repeatsPrompt, withoutLoops } from './loops.ts'
import { withoutMarkers } from './markers.ts'
import { type Answer, promptOf, type Utterance } from './request.ts'

export interface Understood {
  text: string
  fromSeconds: number
  toSeconds: number
}

/**
 * Whisper itself treats a segment as silence if its `no_speech_prob` is above `noSpeechMin` and its `avg_logprob` is
 * below `logprobMax`. These limits are applied here too, because an endpoint may return invented words for silence.
 */
const noSpeechMin = 0.6
const logprobMax = -1

type Segment = NonNullable<Answer['segments']>[number]
const isSilent = ({ no_speech_prob: noSpeech, avg_logprob: logprob }: Segment) =>
  (noSpeech ?? 0) > noSpeechMin && (logprob ?? 0) < logprobMax

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export function readAnswer({ text, words, segments }: Answer, { samples, terms }: Utterance): Understood | null {
  const all = segments ?? []
  const spokenSegments = all.filter((segment) => !isSilent(segment))
  if (all.length > 0 && spokenSegments.length === 0) return null
  const isPart = spokenSegments.length < all.length
  const texts = spokenSegments.flatMap((segment) => segment.text ?? [])
  const parts = texts.length === spokenSegments.length && texts.length > 0 ? texts : [text]
  const cleaned = parts.map(withoutMarkers)
  const isChanged = isPart || cleaned.some((part, index) => part !== oneLine(parts[index] ?? ''))
  const spokenText = isChanged ? cleaned.filter(Boolean).join(' ') : oneLine(text)
  if (spokenText === '') return null
  const isPrompt = repeatsPrompt(spokenText, promptOf(terms).split(', '))
  const spans = !isPart && words?.length ? words : spokenSegments
  const durationSeconds = samples.length / 16_000
  return {
    text: isPrompt ? inaudible : withoutLoops(spokenText),
    fromSeconds: spans[0]?.start ?? 0,
    toSeconds: Math.min(durationSeconds, spans.at(-1)?.end ?? durationSeconds),
  }
}
