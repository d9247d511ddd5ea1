import type { TakeJournal } from './journal/take-journal.ts'
import type { Chunk } from './send-buffer.ts'

/** Decides which of the sound is worth sending (design §5); the door joins it to the audio room's. */
export interface Gate {
  push(chunk: Chunk): { audio: Chunk[]; decidedFrame: number }
  flush(): { audio: Chunk[]; decidedFrame: number }
}

/** The way of sound from capture to the wire: the disk first, the gate between. */
export interface Intake {
  push(chunk: Chunk): void
  /** The take ends: resolves when everything is told. */
  finish(): Promise<void>
}

/** `audio` gets what is to be sent, in order, once it is on the disk or the disk was given up; `silence` how far the rest is decided. */
export function createIntake(options: {
  channels: 1 | 2
  gate: Gate | null
  journal: Pick<TakeJournal, 'add' | 'settled'> | null
  /** `kept`: it can be read back. */
  audio: (chunk: Chunk, kept: boolean) => void
  silence: (frame: number) => void
}): Intake {
  const { gate, journal } = options
  /** Everything from here on is on the disk. */
  let wholeFrom = 0
  let last: Promise<unknown> = Promise.resolve()

  const tell = ({ audio, decidedFrame }: { audio: Chunk[]; decidedFrame: number }) => {
    for (const chunk of audio) options.audio(chunk, journal !== null && chunk.atFrame >= wholeFrom)
    options.silence(decidedFrame)
  }

  return {
    push(chunk) {
      const gated = gate?.push(chunk) ?? { audio: [chunk], decidedFrame: 0 }
      if (journal === null) return tell(gated)
      last = journal.add(chunk).then((written) => {
        if (!written) wholeFrom = chunk.atFrame + chunk.pcm.length / options.channels
        tell(gated)
      })
    },
    async finish() {
      await last
      if (gate !== null) tell(gate.flush())
      await journal?.settled()
    },
  }
}
