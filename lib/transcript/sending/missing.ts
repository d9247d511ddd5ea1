import { wireFormat } from '../../contracts/audio.ts'
import type { MissingAudio } from '../recording-state.ts'
import type { FrameRange } from '../timeline.ts'

export interface Missing {
  readonly parts: readonly FrameRange[]
  add(part: FrameRange): void
  remove(part: FrameRange): void
}

export function createMissing(known: readonly FrameRange[] = []): Missing {
  let parts: FrameRange[] = []
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

export const missingAudio = (parts: readonly FrameRange[]): MissingAudio[] =>
  parts.map(({ fromFrame, endFrame }) => ({ fromMs: msOf(fromFrame), toMs: msOf(endFrame) }))
