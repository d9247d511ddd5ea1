import { Button } from '@mantine/core'
import type { Report } from '../../lib/contracts/index.ts'
import { Notice } from '../ui/notice.tsx'
import { allFields } from './report-words.ts'
import type { ReportActions } from './use-report-actions.ts'

interface UnansweredProps {
  report: Report
  actions: ReportActions
  /** True if a value is being edited. Asking the model again would close the editor of this value. */
  unsaved: boolean
}

/** Names the fields that the language model did not answer, with the reason and a button to ask again. */
export function Unanswered({ report, actions, unsaved }: UnansweredProps) {
  const { unanswered = [], statusText, transcriptId } = report
  if (unanswered.length === 0) return null
  const names = allFields(report)
    .filter(({ id }) => unanswered.includes(id))
    .map(({ name }) => name)
  return (
    <Notice
      tone="look"
      title={names.length === 1 ? '1 field was not answered' : `${names.length} fields were not answered`}
      action={
        transcriptId !== undefined && (
          <Button
            size="sm"
            variant="default"
            loading={actions.busy}
            disabled={unsaved}
            // Ignore the error: `retry` has already shown it as a toast.
            onClick={() => actions.retry().catch(() => {})}
          >
            {names.length === 1 ? 'Try to fill this field again' : 'Try to fill these fields again'}
          </Button>
        )
      }
    >
      {names.join(', ')}. {statusText}
      {transcriptId === undefined && ' The transcript of this session was deleted. Write these fields by hand.'}
      {unsaved && ' Save or cancel your changes first.'}
    </Notice>
  )
}
