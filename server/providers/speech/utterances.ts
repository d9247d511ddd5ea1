import { type BlockSound, blockFrames, createSpeechCheck } from './speech-check.ts'

/** The events of a channel. Frames are 16 kHz frames of the take's timeline. */
export type UtteranceEvent =
  | { type: 'begin'; atFrame: number }
  | { type: 'audio'; samples: Int16Array }
  /** If `spoken` is false, the audio was loud but not a voice, and the words that were recognised must be discarded. */
  | { type: 'end'; atFrame: number; spoken: boolean }

export interface UtteranceCutter {
  /**
   * Adds mono samples that begin at `atFrame`. If `atFrame` does not follow the last samples, the open utterance ends.
   * An empty array only reports that the take has reached `atFrame`.
   */
  push(samples: Int16Array, atFrame: number): UtteranceEvent[]
  flush(): UtteranceEvent[]
  readonly isSpokenSoFar: boolean
  /** No later utterance begins before this frame. */
  readonly settledFrame: number
}

const blocksOf = (ms: number) => Math.round(ms / 20)
/** An utterance includes this much audio before its detection, because a word may begin without voice ("s", "f"). */
const preRollBlocks = blocksOf(300)
/** An utterance begins when this many of the last five blocks are voiced. */
const openingVoiced = 3
const openingWindow = 5
/** A pause of this length ends an utterance. In a long utterance, a shorter pause is enough. */
const pauseBlocks = blocksOf(600)
const shortPauseBlocks = blocksOf(200)
const longUtteranceBlocks = blocksOf(15_000)
/**
 * Maximum length of an utterance. After it, the utterance ends even without a pause, so that its words do not arrive
 * too late.
 */
const utteranceMaxBlocks = blocksOf(25_000)
/** An utterance counts as speech only if it has at least this many voiced blocks. */
const leastVoicedBlocks = 6
/**
 * An utterance counts as speech only if the loudness of its loud blocks has at least this standard deviation, in dB.
 * The loudness of speech varies. The loudness of a tone or a hum does not.
 */
const leastSwingDb = 2
/**
 * An utterance counts as speech only if its loudness changes by at least this many dB, on average, from a block to the
 * second block after it. Speech changes quickly, with each syllable, while musical notes are held. Recorded speech has
 * at least 3.7 dB, string music at most 1.6 dB.
 */
const leastStepDb = 2
/**
 * For the mean change of loudness, a level that is more than this many dB below the loudest block is raised to this
 * limit. Without this limit, the change from silence to sound would count as a very large change.
 */
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
    const levelBefore = levels[index - 2]
    if (levelBefore === undefined || Math.max(level, levelBefore) <= floor) continue
    sum += Math.abs(Math.max(level, floor) - Math.max(levelBefore, floor))
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

export function createUtteranceCutter(): UtteranceCutter {
  const check = createSpeechCheck()
  const rest = new Int16Array(blockFrames)
  let restLength = 0
  let blockFrame = 0
  let preRoll: Int16Array[] = []
  let recentVoiced: boolean[] = []
  let openUtterance: OpenUtterance | null = null

  const listen = (utterance: OpenUtterance, sound: BlockSound) => {
    utterance.blocks++
    // Collects only the first five levels of a pause, because many low levels of a long pause would change the result
    // of `isSpoken`.
    if (utterance.quiet < openingWindow) utterance.levels.push(sound.levelDb)
    utterance.quiet = sound.loud ? 0 : utterance.quiet + 1
    if (sound.voiced) utterance.voiced++
    if (sound.loud) utterance.loudLevels.push(sound.levelDb)
  }

  const end = (utterance: OpenUtterance): UtteranceEvent => {
    openUtterance = null
    preRoll = []
    recentVoiced = []
    const isSpeech = isSpoken(utterance)
    return { type: 'end', atFrame: blockFrame, spoken: isSpeech }
  }

  const hear = (block: Int16Array): UtteranceEvent[] => {
    const sound = check(block)
    blockFrame += blockFrames
    if (openUtterance !== null) {
      listen(openUtterance, sound)
      const events: UtteranceEvent[] = [{ type: 'audio', samples: block }]
      const pause = openUtterance.blocks > longUtteranceBlocks ? shortPauseBlocks : pauseBlocks
      if (openUtterance.quiet >= pause || openUtterance.blocks >= utteranceMaxBlocks) events.push(end(openUtterance))
      return events
    }
    preRoll.push(block)
    recentVoiced.push(sound.voiced)
    if (preRoll.length > preRollBlocks) preRoll.shift()
    if (recentVoiced.length > openingWindow) recentVoiced.shift()
    const voiced = recentVoiced.filter(Boolean).length
    if (voiced < openingVoiced) return []
    const fromFrame = blockFrame - preRoll.length * blockFrames
    openUtterance = {
      fromFrame,
      blocks: preRoll.length,
      voiced,
      quiet: 0,
      loudLevels: [sound.levelDb],
      levels: [sound.levelDb],
    }
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
    if (openUtterance !== null) events.push(end(openUtterance))
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
      let position = 0
      while (position < samples.length) {
        const piece = samples.subarray(position, position + blockFrames - restLength)
        rest.set(piece, restLength)
        restLength += piece.length
        position += piece.length
        if (restLength < blockFrames) break
        restLength = 0
        events.push(...hear(rest.slice()))
      }
      return events
    },
    flush,
    get isSpokenSoFar() {
      return openUtterance !== null && isSpoken(openUtterance)
    },
    get settledFrame() {
      return openUtterance === null ? blockFrame - preRoll.length * blockFrames : openUtterance.fromFrame
    },
  }
}
