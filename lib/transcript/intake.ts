import type { TakeJournal } from './journal/take-journal.ts'
import type { Chunk } from './timeline.ts'

/**
 * Removes silence from the audio to send (product 9.6). The offscreen page uses the silence gate of `lib/audio`.
 * `audio`: the chunks to send now. `decidedFrame`: the frame up to which the gate has decided what to send.
 */
export interface Gate {
  push(chunk: Chunk): { audio: Chunk[]; decidedFrame: number }
  flush(): { audio: Chunk[]; decidedFrame: number }
}

export interface Intake {
  push(chunk: Chunk): void
  finish(): Promise<void>
}

/**
 * `audio` receives the chunks to send, in order, after each was written to the disk or could not be written. `silence`
 * receives the frame up to which the gate has decided what to send.
 */
export function createIntake(options: {
  channels: 1 | 2
  gate: Gate | null
  journal: Pick<TakeJournal, 'add' | 'settled'> | null
  audio: (chunk: Chunk, kept: boolean) => void
  silence: (frame: number) => void
}): Intake {
  const { gate, journal } = options
  /**
   * The journal has written every chunk that begins at this frame or later. After a failed write, this frame is the end
   * of the chunk that could not be written.
   */
  let wholeFrom = 0
  let queue: Promise<unknown> = Promise.resolve()

  const tell = ({ audio, decidedFrame }: { audio: Chunk[]; decidedFrame: number }) => {
    for (const chunk of audio) options.audio(chunk, journal !== null && chunk.atFrame >= wholeFrom)
    options.silence(decidedFrame)
  }

  return {
    push(chunk) {
      const gated = gate?.push(chunk) ?? { audio: [chunk], decidedFrame: 0 }
      if (journal === null) return tell(gated)
      queue = journal.add(chunk).then((isWritten) => {
        if (!isWritten) wholeFrom = chunk.atFrame + chunk.pcm.length / options.channels
        tell(gated)
      })
    },
    async finish() {
      await queue
      if (gate !== null) tell(gate.flush())
      await journal?.settled()
    },
  }
}
