import type { Segment } from '../providers/speech/engine.ts'

const label = /^Speaker (\d+): /

export function labelledTurn(turn: string): { speaker: number; text: string } | null {
  const name = label.exec(turn)
  return name === null ? null : { speaker: Number(name[1]), text: turn.slice(name[0].length) }
}

/**
 * Returns a function that gives each segment of a take the number of its speaker. Null: the turn gets no label. If the
 * function is called again with the same segment, it returns the number of the first call.
 *
 * In a take with two channels, speaker 0 is the microphone. Speaker 1 is the tab, or the first voice in the tab;
 * further voices get the numbers from 2 on. If the tab has several voices, a segment of the tab without a voice may
 * belong to any of them. It gets a number that no voice has, so that its words belong to no known person.
 *
 * In a take with one channel, the number of the voice is the number of the speaker. A segment without a voice gets no
 * label, because a wrong label is worse than none (product 9.2, 9.3).
 */
export function createSpeakerNumbers(take: {
  channels: 1 | 2
  turns: readonly string[]
}): (segment: Segment) => number | null {
  const numbers = new WeakMap<Segment, number | null>()
  /**
   * The highest speaker number of the stored turns and of the final segments with a voice, but at least 1. A number
   * above 1 means that the tab has several voices.
   */
  let highest = take.turns.reduce((most, turn) => Math.max(most, labelledTurn(turn)?.speaker ?? 0), 1)
  /**
   * The number of the final segments of the tab that have no voice. Null: no such segment has come since the tab has
   * had several voices.
   */
  let unknownVoice: number | null = null

  const numberOf = ({ channel, voice, final }: Segment): number | null => {
    if (take.channels === 1) return voice ?? null
    if (channel === 0) return 0
    if (voice === undefined) {
      const number = unknownVoice ?? (highest > 1 ? highest + 1 : 1)
      if (final && number > 1) unknownVoice = number
      return number
    }
    const number = unknownVoice !== null && voice + 1 >= unknownVoice ? voice + 2 : voice + 1
    // Interim results do not count, because their voice may be missing in the final result.
    if (final) highest = Math.max(highest, number)
    return number
  }

  return (segment) => {
    const knownNumber = numbers.get(segment)
    if (knownNumber !== undefined) return knownNumber
    const number = numberOf(segment)
    numbers.set(segment, number)
    return number
  }
}
