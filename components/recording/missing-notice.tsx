import type { MissingAudio } from '../../lib/transcript/recording-state.ts'
import { Notice } from '../ui/notice.tsx'
import { missingInWords } from './recovery-words.ts'

/** Says which part of a recording is missing in the transcript. Renders nothing if the transcript is complete. */
export function MissingNotice({ missing: missingAudio }: { missing: readonly MissingAudio[] | undefined }) {
  if (missingAudio === undefined || missingAudio.length === 0) return null
  return (
    <Notice tone="look" title="A part of the recording is missing from this transcript" urgent>
      {missingInWords(missingAudio)}
    </Notice>
  )
}
