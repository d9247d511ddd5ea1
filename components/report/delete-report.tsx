import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { ReportSummary } from '../../lib/contracts/index.ts'
import { usePorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'

interface DeleteReportProps {
  report: Pick<ReportSummary, '_id' | 'title'>
  /** `deleted` is false if the user cancelled, or if the server did not delete the note. */
  onDone: (deleted: boolean) => void
}

/** Asks for confirmation, deletes the note, and then offers to delete its transcript if no other note uses it. */
export function DeleteReport({ report, onDone }: DeleteReportProps) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const [transcriptId, setTranscriptId] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  /**
   * True after the user has confirmed. Confirming also closes the dialog, and this closing must not count as
   * cancelling.
   */
  const confirmed = useRef(false)

  async function remove() {
    confirmed.current = true
    setWorking(true)
    try {
      const { unusedTranscriptId } = await client.call(userEndpoints.deleteReport, { params: { id: report._id } })
      if (!unusedTranscriptId) return finish(true)
      confirmed.current = false
      setWorking(false)
      setTranscriptId(unusedTranscriptId)
    } catch (error) {
      toast('error', sentenceOf(error))
      finish(false)
    }
  }

  async function removeTranscript(id: string) {
    confirmed.current = true
    setWorking(true)
    try {
      await client.call(userEndpoints.deleteTranscript, { params: { id } })
      await queries.invalidateQueries({ queryKey: ['transcripts'] })
      toast('success', 'The note and its transcript were deleted.')
    } catch (error) {
      toast('error', sentenceOf(error))
    }
    finish(true)
  }

  function finish(wasDeleted: boolean) {
    if (wasDeleted) void queries.invalidateQueries({ queryKey: ['reports'] })
    onDone(wasDeleted)
  }

  if (transcriptId !== null)
    return (
      <ConfirmDialog
        opened={!working}
        title="Delete the transcript too"
        text="The note was deleted. No other note uses its transcript. Delete the transcript too?"
        confirmLabel="Delete the transcript"
        onConfirm={() => void removeTranscript(transcriptId)}
        onClose={() => confirmed.current || finish(true)}
      />
    )
  return (
    <ConfirmDialog
      opened={!working}
      title="Delete this note"
      text={`“${report.title}” will be deleted permanently. This cannot be undone.`}
      confirmLabel="Delete"
      onConfirm={() => void remove()}
      onClose={() => confirmed.current || onDone(false)}
    />
  )
}
