import { Button } from '@mantine/core'
import { IconPencil } from '../ui/icons.ts'
import { usePageDictationStart } from './use-page-dictation.ts'

/** Begins a dictation into the field of the page that has the focus. Renders nothing outside the panel. */
export function PageDictationButton() {
  const start = usePageDictationStart()
  if (!start) return null
  return (
    <Button size="sm" variant="subtle" leftSection={<IconPencil size={16} />} onClick={start}>
      Dictate into the page
    </Button>
  )
}
