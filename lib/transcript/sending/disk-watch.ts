import type { Clock } from '../clock.ts'
import type { TakeJournal } from '../journal/take-journal.ts'
import type { Change } from '../recording-state.ts'
import { withProblem } from '../recording-state.ts'
import type { FrameRange } from '../timeline.ts'
import { createMissing, missingAudio } from './missing.ts'
import { missingWords } from './missing-words.ts'

const awayMessage =
  'The recording cannot be read from this computer’s disk at the moment. Nothing was deleted. Chartside keeps trying.'
const unread = 'The recording could not be read from this computer’s disk. Nothing was deleted. Try again.'
const notSent = (words: string) =>
  `A part of this recording cannot be read from this computer’s disk, so this part was not sent: ${words}. The recording stays on this computer. After you press Finish, you can try again or erase the recording in the list of waiting recordings.`

const finishWaitMs = 60_000

export interface DiskWatch {
  readonly missing: readonly FrameRange[]
  readonly away: boolean
  setAway(away: boolean): void
  miss(part: FrameRange): void
  found(part: FrameRange): void
  finishing(giveUp: () => void): void
  rest(): void
  /**
   * Shows the user, as the problem `reading`, that the take could not be read to its end. Returns an Error with the
   * same message.
   */
  failure(cause: unknown): Error
}

export function createDiskWatch(options: {
  journal: Pick<TakeJournal, 'missing' | 'note'> | null
  remember: boolean
  clock: Pick<Clock, 'after'>
  change: Change
}): DiskWatch {
  const { journal, clock, change } = options
  const missingParts = createMissing(options.remember ? journal?.missing : [])
  let isAway = false
  let giveUp: (() => void) | null = null
  let cancel: (() => void) | null = null

  const say = (message: string | null) =>
    change(({ problems }) => ({ problems: withProblem(problems, 'reading', message) }))
  const tell = () => {
    if (isAway) say(awayMessage)
    else say(missingParts.parts.length === 0 ? null : notSent(missingWords(missingAudio(missingParts.parts))))
  }
  const applyEdit = (edit: () => void) => {
    const oldParts = missingParts.parts
    edit()
    if (oldParts.length === 0 && missingParts.parts.length === 0) return
    // If this write fails, or the browser ends before it, the missing parts are not stored. A recovery then reads these
    // parts again, and finds again that they cannot be read.
    if (options.remember) journal?.note(missingParts.parts).catch(() => {})
    tell()
  }
  const watch = () => {
    if (isAway && giveUp !== null) cancel ??= clock.after(finishWaitMs, giveUp)
    else {
      cancel?.()
      cancel = null
    }
  }

  return {
    get missing() {
      return missingParts.parts
    },
    get away() {
      return isAway
    },
    setAway(next) {
      if (next === isAway) return
      isAway = next
      tell()
      watch()
    },
    miss: (part) => applyEdit(() => missingParts.add(part)),
    found: (part) => {
      if (missingParts.parts.some((one) => one.fromFrame < part.endFrame && part.fromFrame < one.endFrame))
        applyEdit(() => missingParts.remove(part))
    },
    finishing(callback) {
      giveUp = callback
      watch()
    },
    rest() {
      giveUp = null
      watch()
    },
    failure(cause) {
      say(unread)
      return new Error(unread, { cause })
    },
  }
}
