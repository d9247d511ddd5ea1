import { framesPerMs } from '../../../../lib/contracts/audio.ts'
/**
 * Limits for a connection that is open, but does not answer the audio that was sent. Beyond these limits, the
 * connection counts as failed.
 */
export interface Patience {
  /**
   * Maximum time in ms to wait for a message of the service. The time begins after `owesMs` of audible audio, or at the
   * end of the stream.
   */
  answerWithinMs: number
  owesMs: number
}

export const patience: Patience = { answerWithinMs: 10_000, owesMs: 3000 }

/** Samples below this level (−46 dB of full scale) are silence. */
const silentBelow = 164

export interface AnswerWatch {
  sent(pcm: Int16Array, channels: number): void
  /** Call this when the stream has ended. An answer is then required, even if the audio was silent. */
  ended(): void
  answered(): void
  stop(): void
}

/**
 * Creates an `AnswerWatch` that calls `onMute` when an answer is overdue. It calls `onMute` again only after another
 * answer has arrived.
 */
export function watchAnswers({ answerWithinMs, owesMs }: Patience, onMute: () => void): AnswerWatch {
  let owedMs = 0
  let timer: NodeJS.Timeout | null = null
  const settle = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    owedMs = 0
  }
  const expect = () => {
    timer ??= setTimeout(onMute, answerWithinMs)
  }
  return {
    sent(pcm, channels) {
      if (!pcm.some((sample) => Math.abs(sample) >= silentBelow)) return
      owedMs += pcm.length / channels / framesPerMs
      if (owedMs >= owesMs) expect()
    },
    ended: expect,
    answered: settle,
    stop: settle,
  }
}
