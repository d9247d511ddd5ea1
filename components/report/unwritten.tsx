import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Report } from '../../lib/contracts/index.ts'
import { EmptyFace } from '../ui/faces.tsx'
import { IconAlertTriangle } from '../ui/icons.ts'
import { isOwn } from './report-words.ts'
import type { ReportActions } from './use-report-actions.ts'

/** Shown for a note that could not be written, with the reason. Trying again uses the request stored on the server. */
export function Unwritten({ report, actions }: { report: Report; actions: ReportActions }) {
  const [, navigate] = useLocation()
  return (
    <EmptyFace
      icon={<IconAlertTriangle size={24} />}
      title="The note was not written"
      action={
        !isOwn(report) ? undefined : report.transcriptId === undefined ? (
          <Button size="sm" variant="light" onClick={() => navigate('/')}>
            Back to the session
          </Button>
        ) : (
          // Ignore the error: `retry` has already shown it as a toast.
          <Button size="sm" variant="light" loading={actions.busy} onClick={() => actions.retry().catch(() => {})}>
            Try again
          </Button>
        )
      }
    >
      {report.statusText ?? 'The server stopped before the note was finished. Try again.'}
      {report.transcriptId !== undefined && ' The transcript is kept.'}
    </EmptyFace>
  )
}
