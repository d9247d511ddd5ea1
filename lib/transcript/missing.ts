import { wireFormat } from '../contracts/audio.ts'
import type { MissingAudio } from './recording-state.ts'

/** A part of a take's timeline, in frames. `endFrame` is exclusive. */
export interface Stretch {
  fromFrame: number
  endFrame: number
}

/** The parts of a take that could not be read back and were not sent. */
export interface Missing {
  /** In order. Parts that touch are merged. */
  readonly parts: readonly Stretch[]
  add(part: Stretch): void
  /** Removes a part that was sent after all. `add` may mark parts of it again later. */
  remove(part: Stretch): void
}

/** `known`: the parts that were already missing before. */
export function createMissing(known: readonly Stretch[] = []): Missing {
  let parts: Stretch[] = []
  const missing: Missing = {
    get parts() {
      return parts
    },
    add({ fromFrame, endFrame }) {
      if (endFrame <= fromFrame) return
      const apart = parts.filter((part) => part.endFrame < fromFrame || part.fromFrame > endFrame)
      const joined = parts.filter((part) => !apart.includes(part))
      const merged = {
        fromFrame: Math.min(fromFrame, ...joined.map((part) => part.fromFrame)),
        endFrame: Math.max(endFrame, ...joined.map((part) => part.endFrame)),
      }
      parts = [...apart, merged].toSorted((a, b) => a.fromFrame - b.fromFrame)
    },
    remove({ fromFrame, endFrame }) {
      parts = parts.flatMap((part) =>
        [
          { fromFrame: part.fromFrame, endFrame: Math.min(part.endFrame, fromFrame) },
          { fromFrame: Math.max(part.fromFrame, endFrame), endFrame: part.endFrame },
        ].filter((rest) => rest.endFrame > rest.fromFrame),
      )
    },
  }
  for (const part of known) missing.add(part)
  return missing
}

const msOf = (frame: number) => Math.round((frame * 1000) / wireFormat.sampleRate)

/** Converts the parts to milliseconds of the take's timeline. */
export const missingAudio = (parts: readonly Stretch[]): MissingAudio[] =>
  parts.map(({ fromFrame, endFrame }) => ({ fromMs: msOf(fromFrame), toMs: msOf(endFrame) }))
