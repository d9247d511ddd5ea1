import { Button } from '@mantine/core'
import { useSession } from '../panel/session-provider.tsx'
import { hasWords } from '../panel/working-session.ts'
import { Notice } from '../ui/notice.tsx'

/**
 * Says that another text is stored outside the text box, and about which patient it is. Renders nothing if there is no
 * such text.
 */
export function AsideNotice() {
  const { session, clear } = useSession()
  const [nextAside] = session.aside
  if (nextAside === undefined) return null
  const whose = nextAside.patient === null ? 'Other text' : `Text about ${nextAside.patient.name}`
  return (
    <Notice tone="look" title={`${whose} is kept apart`}>
      {hasWords(session)
        ? 'It is not part of this note. It returns into the text box after you have written this note.'
        : 'It was kept apart from your last session.'}
      {!hasWords(session) && (
        <Button size="xs" variant="light" display="block" mt="xs" onClick={() => clear()}>
          Show this text
        </Button>
      )}
    </Notice>
  )
}
