/** When a connection that stays open and says nothing is given up. */
export interface Patience {
  /** No answer for so long after sound that calls for one, or after the end of the stream. */
  answerWithinMs: number
  /** So much sound with somebody or something in it calls for an answer; silence and a slammed door may not. */
  owesMs: number
}

export const patience: Patience = { answerWithinMs: 10_000, owesMs: 3000 }

/** Quieter than this (−46 dB of full scale) nobody speaks. */
const silentBelow = 164
const framesPerMs = 16

/** Watches that one connection answers what it is sent. */
export interface AnswerWatch {
  sent(pcm: Int16Array, channels: number): void
  /** The stream has ended: its last answer is due, however quiet it was. */
  ended(): void
  heard(): void
  stop(): void
}

/** `onMute` is called once, when an answer is overdue. */
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
    heard: settle,
    stop: settle,
  }
}
