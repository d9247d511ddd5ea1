import { useSession } from '../panel/session-provider.tsx'
import { Notice } from '../ui/notice.tsx'

/** Says where typed text is that a recording has put aside. Renders nothing if there is no such text. */
export function AsideNotice() {
  const { session } = useSession()
  if (session.aside === null) return null
  return (
    <Notice tone="look" title="The text that you typed before is kept">
      It is not part of this note. You find it in the text box again after you have written this note.
    </Notice>
  )
}
