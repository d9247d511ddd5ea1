import { type BlockSound, blockFrames, createSpeechCheck } from './speech-check.ts'

/** What a channel's sound falls into. Frames are 16 kHz frames of the take's own timeline. */
export type UtteranceEvent =
  | { type: 'begin'; atFrame: number }
  | { type: 'audio'; samples: Int16Array }
  /** `spoken` is false when it was loud but no voice: its words are not to be believed. */
  | { type: 'end'; atFrame: number; spoken: boolean }

/** Cuts one channel into utterances at its pauses. */
export interface UtteranceCutter {
  /** Mono samples from `atFrame` on; a jump ends the utterance. Empty samples move the timeline alone. */
  push(samples: Int16Array, atFrame: number): UtteranceEvent[]
  /** Ends the utterance that is open, if one is. */
  flush(): UtteranceEvent[]
  /** Whether the open utterance sounds like speech so far: before that its words are not worth showing. */
  readonly isSpokenSoFar: boolean
  /** No utterance still to come begins before this frame. */
  readonly settledFrame: number
}

const blocksOf = (ms: number) => Math.round(ms / 20)
/** Sound before the first voiced block that belongs to the word. */
const preRollBlocks = blocksOf(300)
/** This many voiced blocks of the last five open an utterance. */
const openingVoiced = 3
const openingWindow = 5
/** A pause of this length ends an utterance; a shorter one does when it has become long. */
const pauseBlocks = blocksOf(600)
const shortPauseBlocks = blocksOf(200)
const longUtteranceBlocks = blocksOf(15_000)
/** And here it ends whatever is heard, so that words are never held back for long. */
const utteranceMaxBlocks = blocksOf(25_000)
/** The least of a voice that makes an utterance speech. */
const leastVoicedBlocks = 6
/** Speech rises and falls; a tone or a hum does not. Standard deviation of its loudness in dB. */
const leastSwingDb = 2
/**
 * And it does so quickly, a syllable at a time, where notes are held. Mean change of loudness from a block to the next but
 * one, in dB: at least 3.7 in recorded speech, at most 1.6 in music of strings.
 */
const leastStepDb = 2
/** Below this much under its loudest block an utterance is as good as silent. */
const audibleDb = 40

function swingOf(levels: readonly number[]): number {
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length
  return Math.sqrt(levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length)
}

function stepOf(levels: readonly number[]): number {
  const floor = Math.max(...levels) - audibleDb
  let sum = 0
  let steps = 0
  for (const [index, level] of levels.entries()) {
    const before = levels[index - 2]
    if (before === undefined || Math.max(level, before) <= floor) continue
    sum += Math.abs(Math.max(level, floor) - Math.max(before, floor))
    steps++
  }
  return steps === 0 ? 0 : sum / steps
}

interface OpenUtterance {
  fromFrame: number
  blocks: number
  voiced: number
  quiet: number
  loudLevels: number[]
  levels: number[]
}

const isSpoken = ({ voiced, loudLevels, levels }: OpenUtterance) =>
  voiced >= leastVoicedBlocks && swingOf(loudLevels) >= leastSwingDb && stepOf(levels) >= leastStepDb

/** A cutter for one channel whose timeline begins at frame 0. */
export function createUtteranceCutter(): UtteranceCutter {
  const check = createSpeechCheck()
  const rest = new Int16Array(blockFrames)
  let restLength = 0
  /** Where the next whole block begins. */
  let blockFrame = 0
  let preRoll: Int16Array[] = []
  let recentVoiced: boolean[] = []
  let open: OpenUtterance | null = null

  const listen = (utterance: OpenUtterance, sound: BlockSound) => {
    utterance.blocks++
    // The pause at its end says nothing of its steps.
    if (utterance.quiet < openingWindow) utterance.levels.push(sound.levelDb)
    utterance.quiet = sound.loud ? 0 : utterance.quiet + 1
    if (sound.voiced) utterance.voiced++
    if (sound.loud) utterance.loudLevels.push(sound.levelDb)
  }

  const end = (utterance: OpenUtterance): UtteranceEvent => {
    open = null
    preRoll = []
    recentVoiced = []
    const spoken = isSpoken(utterance)
    return { type: 'end', atFrame: blockFrame, spoken }
  }

  const hear = (block: Int16Array): UtteranceEvent[] => {
    const sound = check(block)
    blockFrame += blockFrames
    if (open !== null) {
      listen(open, sound)
      const events: UtteranceEvent[] = [{ type: 'audio', samples: block }]
      const pause = open.blocks > longUtteranceBlocks ? shortPauseBlocks : pauseBlocks
      if (open.quiet >= pause || open.blocks >= utteranceMaxBlocks) events.push(end(open))
      return events
    }
    preRoll.push(block)
    recentVoiced.push(sound.voiced)
    if (preRoll.length > preRollBlocks) preRoll.shift()
    if (recentVoiced.length > openingWindow) recentVoiced.shift()
    const voiced = recentVoiced.filter(Boolean).length
    if (voiced < openingVoiced) return []
    const fromFrame = blockFrame - preRoll.length * blockFrames
    open = { fromFrame, blocks: preRoll.length, voiced, quiet: 0, loudLevels: [sound.levelDb], levels: [sound.levelDb] }
    const samples = new Int16Array(preRoll.length * blockFrames)
    for (const [index, one] of preRoll.entries()) samples.set(one, index * blockFrames)
    return [
      { type: 'begin', atFrame: fromFrame },
      { type: 'audio', samples },
    ]
  }

  const flush = (): UtteranceEvent[] => {
    const events: UtteranceEvent[] = []
    if (restLength > 0) {
      rest.fill(0, restLength)
      restLength = 0
      events.push(...hear(rest.slice()))
    }
    if (open !== null) events.push(end(open))
    return events
  }

  return {
    push(samples, atFrame) {
      const events: UtteranceEvent[] = []
      if (atFrame !== blockFrame + restLength) {
        events.push(...flush())
        preRoll = []
        recentVoiced = []
        blockFrame = atFrame
      }
      let taken = 0
      while (taken < samples.length) {
        const piece = samples.subarray(taken, taken + blockFrames - restLength)
        rest.set(piece, restLength)
        restLength += piece.length
        taken += piece.length
        if (restLength < blockFrames) break
        restLength = 0
        events.push(...hear(rest.slice()))
      }
      return events
    },
    flush,
    get isSpokenSoFar() {
      return open !== null && isSpoken(open)
    },
    get settledFrame() {
      return open === null ? blockFrame - preRoll.length * blockFrames : open.fromFrame
    },
  }
}
