import { Button } from '@mantine/core'
import { usePageDictationStart } from './use-page-dictation.ts'

/** Begins a dictation into the field of the page that has the focus. Renders nothing outside the panel. */
export function PageDictationButton() {
  const start = usePageDictationStart()
  if (!start) return null
  return (
    <Button size="compact-xs" px={0} variant="transparent" onClick={start}>
      Dictate into the page
    </Button>
  )
}
