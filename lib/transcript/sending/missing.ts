import { wireFormat } from '../../contracts/audio.ts'
import type { MissingAudio } from '../recording-state.ts'
import type { FrameRange } from '../timeline.ts'

export interface Missing {
  readonly parts: readonly FrameRange[]
  add(part: FrameRange): void
  remove(part: FrameRange): void
}

export function createMissing(knownParts: readonly FrameRange[] = []): Missing {
  let parts: FrameRange[] = []
  const missingParts: Missing = {
    get parts() {
      return parts
    },
    add({ fromFrame, endFrame }) {
      if (endFrame <= fromFrame) return
      const otherParts = parts.filter((part) => part.endFrame < fromFrame || part.fromFrame > endFrame)
      const touchingParts = parts.filter((part) => !otherParts.includes(part))
      const merged = {
        fromFrame: Math.min(fromFrame, ...touchingParts.map((part) => part.fromFrame)),
        endFrame: Math.max(endFrame, ...touchingParts.map((part) => part.endFrame)),
      }
      parts = [...otherParts, merged].toSorted((a, b) => a.fromFrame - b.fromFrame)
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
  for (const part of knownParts) missingParts.add(part)
  return missingParts
}

const msOf = (frame: number) => Math.round((frame * 1000) / wireFormat.sampleRate)

export const missingAudio = (parts: readonly FrameRange[]): MissingAudio[] =>
  parts.map(({ fromFrame, endFrame }) => ({ fromMs: msOf(fromFrame), toMs: msOf(endFrame) }))
