import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSilenceGate } from '../../../lib/audio/silence-gate.ts'
import type { Figure } from '../../../scripts/bench.ts'
import { decodeWav } from '../../../scripts/wav-file.ts'

const rateHz = 16_000
const batchFrames = 2048
const levelsDb = [0, -6, -12, -18]
const pausesS = [0.4, 2, 0.8, 6, 1.2, 3, 10, 0.6, 15, 1.6, 8, 1, 4, 12, 2.5]
/** RMS level of the room noise relative to full scale: −60 dB, a quiet consulting room. */
const roomLoudness = 0.001

interface Visit {
  samples: Float32Array
  /** For each frame: 1 speech, 0 a pause of at most 1.5 s, 2 a longer pause. */
  labels: Uint8Array
}

/** Constant room noise with falling level at high frequencies. Identical in each run. */
function roomTone(frames: number): Float32Array {
  let seed = 7
  let low = 0
  const tone = Float32Array.from({ length: frames }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    low = 0.9 * low + (seed / 1_073_741_824 - 1)
    return low
  })
  const loudness = Math.sqrt(tone.reduce((sum, one) => sum + one * one, 0) / frames)
  return tone.map((one) => (one / loudness) * roomLoudness)
}

/** Cuts the silent ends of a clip. Quiet parts inside belong to the speech. */
function trimmed(clip: Float32Array): Float32Array {
  const block = 160
  const loud: number[] = []
  for (let at = 0; at + block <= clip.length; at += block) {
    const part = clip.subarray(at, at + block)
    if (Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / block) > 0.01) loud.push(at)
  }
  return clip.subarray(loud[0] ?? 0, (loud.at(-1) ?? 0) + block)
}

function readClips(folder: string): Float32Array[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.wav'))
    .sort()
    .map((name) => decodeWav(readFileSync(join(folder, name))))
    .filter(({ channels, sampleRateHz }) => channels === 1 && sampleRateHz === rateHz)
    .map(({ pcm }) => trimmed(Float32Array.from(pcm, (one) => one / 32_768)))
}

/** Alternates clips and pauses over room noise. `speechGain` lowers the level of the speaker, but not of the room. */
function joined(clips: Float32Array[], speechGain: number): Visit {
  const parts = pausesS.flatMap((seconds, i) => {
    const clip = clips[i % clips.length] ?? new Float32Array()
    const pause = new Float32Array(seconds * rateHz)
    return [
      { samples: clip, label: 1 },
      { samples: pause, label: seconds > 1.5 ? 2 : 0 },
    ]
  })
  const frames = parts.reduce((sum, { samples }) => sum + samples.length, 0)
  const samples = roomTone(frames)
  const labels = new Uint8Array(frames)
  let at = 0
  for (const part of parts) {
    part.samples.forEach((one, i) => {
      samples[at + i] = (samples[at + i] ?? 0) + one * speechGain
    })
    labels.fill(part.label, at, at + part.samples.length)
    at += part.samples.length
  }
  return { samples, labels }
}

type Rule = (pcm: Int16Array<ArrayBuffer>) => Uint8Array

/** The frames that the product's silence gate sends. */
const learned: Rule = (pcm) => {
  const gate = createSilenceGate({ channels: 1 })
  const sent = new Uint8Array(pcm.length)
  for (let at = 0; at < pcm.length; at += batchFrames) {
    for (const part of gate.push({ pcm: pcm.slice(at, at + batchFrames), atFrame: at }).audio)
      sent.fill(1, part.atFrame, part.atFrame + part.pcm.length)
  }
  return sent
}

/** The frames that a fixed rule sends: batches within 1,500 ms after a level above 0.01. */
const fixed: Rule = (pcm) => {
  const sent = new Uint8Array(pcm.length)
  let quietFrames = 0
  for (let at = 0; at < pcm.length; at += batchFrames) {
    const part = pcm.subarray(at, at + batchFrames)
    const loudness = Math.sqrt(part.reduce((sum, one) => sum + (one / 32_768) ** 2, 0) / part.length)
    quietFrames = loudness > 0.01 ? 0 : quietFrames + part.length
    if (quietFrames <= 1.5 * rateHz) sent.fill(1, at, at + part.length)
  }
  return sent
}

function score(rule: Rule, { samples, labels }: Visit, gain: number) {
  const sent = rule(Int16Array.from(samples, (one) => Math.round(Math.max(-1, Math.min(1, one * gain)) * 32_767)))
  const count = (label: number, value: number) =>
    labels.reduce((sum, one, i) => sum + (one === label && sent[i] === value ? 1 : 0), 0)
  const share = (label: number, value: number) => {
    const part = count(label, value)
    return part / (part + count(label, 1 - value))
  }
  return { kept: share(1, 1), notSent: share(2, 0) }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/**
 * Measures the silence gate with real speech, pauses and room noise: how much of the speech is kept, and how much of
 * the long pauses is not sent.
 */
export function gateFigures(data: string | undefined): Figure[] {
  if (data === undefined) {
    const measure = 'silence gate on real speech'
    return [{ measure, figure: 'not run', limit: 'needs --data with a folder speech/', holds: true }]
  }
  const clips = readClips(join(data, 'speech'))
  return levelsDb.flatMap((decibels) => {
    const gain = 10 ** (decibels / 20)
    const kinds = [
      { name: 'everything', visit: joined(clips, 1), gain },
      ...(decibels === 0 ? [] : [{ name: 'the speaker alone', visit: joined(clips, gain), gain: 1 }]),
    ]
    return kinds.map(({ name, visit, gain: overall }): Figure => {
      const ours = score(learned, visit, overall)
      const beside = score(fixed, visit, overall)
      return {
        measure: `silence gate, ${name} at ${decibels} dB`,
        figure: `${percent(ours.kept)} of speech kept, ${percent(ours.notSent)} of long pauses not sent; fixed rule ${percent(beside.kept)}, ${percent(beside.notSent)}`,
        limit: 'at least 99.5 % and 80 %',
        holds: ours.kept >= 0.995 && ours.notSent >= 0.8,
      }
    })
  })
}
