import type { Clock } from './clock.ts'
import type { TakeJournal } from './journal/take-journal.ts'
import { createMissing, missingAudio, type Stretch } from './missing.ts'
import { missingWords } from './missing-words.ts'
import type { Change } from './recording-state.ts'
import { withProblem } from './recording-state.ts'

const away =
  'The recording cannot be read back from this computer’s disk at the moment. Nothing is deleted; trying again by itself.'
const unread = 'The recording could not be read back from this computer’s disk. Nothing was deleted; try again.'
const notSent = (words: string) =>
  `A part of this recording cannot be read back from this computer’s disk and is not sent: ${words}. It stays on this computer: after Finish you can try again, or erase it, where waiting recordings are offered.`

/** The longest a clinician who pressed Finish is kept waiting for a disk that gives nothing back. */
const finishWaitMs = 60_000

/** What is known of the disk from which a take is sent; tells it as the problem of the stage `reading`. */
export interface DiskWatch {
  /** Parts that were not sent, in order. */
  readonly missing: readonly Stretch[]
  /** Whether the disk gives nothing back now. */
  readonly away: boolean
  setAway(away: boolean): void
  /** This part cannot be read back and is left out. */
  miss(part: Stretch): void
  /** This part was read back and is sent. */
  found(part: Stretch): void
  /** The user waits for the end: calls `giveUp` when the disk has given nothing back for a minute. */
  finishing(giveUp: () => void): void
  /** Nobody waits any more. */
  rest(): void
  /** The end of a take that could not be read, in a sentence for its user. */
  failure(cause: unknown): Error
}

/** `remember`: the missing parts are noted in the journal as they become known. */
export function createDiskWatch(options: {
  journal: Pick<TakeJournal, 'missing' | 'note'> | null
  remember: boolean
  clock: Pick<Clock, 'after'>
  change: Change
}): DiskWatch {
  const { journal, clock, change } = options
  const missing = createMissing(options.remember ? journal?.missing : [])
  let isAway = false
  let giveUp: (() => void) | null = null
  let cancel: (() => void) | null = null

  const say = (message: string | null) =>
    change(({ problems }) => ({ problems: withProblem(problems, 'reading', message) }))
  const tell = () => {
    if (isAway) say(away)
    else say(missing.parts.length === 0 ? null : notSent(missingWords(missingAudio(missing.parts))))
  }
  const changed = (edit: () => void) => {
    const before = missing.parts
    edit()
    if (before.length === 0 && missing.parts.length === 0) return
    // A death before the note is written costs only the note: the parts are read, and missed, again.
    if (options.remember) journal?.note(missing.parts).catch(() => {})
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
      return missing.parts
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
    miss: (part) => changed(() => missing.add(part)),
    found: (part) => {
      if (missing.parts.some((one) => one.fromFrame < part.endFrame && part.fromFrame < one.endFrame))
        changed(() => missing.remove(part))
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
