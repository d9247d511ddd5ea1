import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeWav } from '../../scripts/wav-file.ts'
import { createUtteranceCutter, type UtteranceEvent } from '../../server/providers/speech/utterances.ts'
import { isExhaustive } from '../exhaustive.ts'
import { music, noise, silence } from '../fakes/sounds.ts'

/** The number of utterances cut from this audio: those that count as speech, and those that do not. */
function utterances(pcm: Int16Array): { spoken: number; not: number } {
  const cutter = createUtteranceCutter()
  const events: UtteranceEvent[] = []
  for (let at = 0; at < pcm.length; at += 2048) events.push(...cutter.push(pcm.slice(at, at + 2048), at))
  events.push(...cutter.flush())
  const ends = events.filter((event) => event.type === 'end')
  const spoken = ends.filter(({ spoken }) => spoken).length
  return { spoken, not: ends.length - spoken }
}

const demo = (name: string) => decodeWav(readFileSync(new URL(`../../assets/demo/${name}`, import.meta.url))).pcm

describe('the speech check before every engine', () => {
  it.each([
    ['music', music],
    ['noise', noise],
    ['silence', silence],
  ])('accepts no word in a minute of %s', (_, make) => {
    expect(utterances(make(60)).spoken).toBe(0)
  })

  const soft = isExhaustive('speech') ? ([['12 dB quieter', 0.25, 0]] as const) : []
  it.each([
    ['as recorded', 1, 0],
    ...soft,
    ['18 dB quieter', 0.125, 0],
    ['with a loud fan in the room', 1, 0.1],
  ] as const)('accepts every utterance of speech, %s', (_, gain, fan) => {
    const hum = noise(30)
    for (const name of ['microphone.wav', 'tab.wav']) {
      const sound = demo(name)
      const { spoken, not } = utterances(sound.map((one, i) => one * gain + (hum[i % hum.length] ?? 0) * fan))
      expect(not).toBe(0)
      expect(spoken).toBeGreaterThanOrEqual(10)
    }
  })
})
