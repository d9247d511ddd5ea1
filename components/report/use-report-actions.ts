import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Report } from '../../lib/contracts/index.ts'
import { usePorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import type { Verdict } from './flags.tsx'

/** The server stops a rewrite after 60 s, so wait a little longer for its answer. */
const rewriteTimeoutMs = 75_000

/**
 * All changes of a report. The changes run one after the other, because each change must send the version of the report
 * that the server returned for the previous change.
 */
export function useReportActions(report: Report) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const key = ['report', report._id]
  const params = { id: report._id }
  /** The field of the last change, and the version of the note after this change. Only this change can be undone. */
  const [lastChange, setLastChange] = useState<{ fieldId: string; version: number } | null>(null)
  const change = useMutation({
    scope: { id: `report ${report._id}` },
    mutationFn: ({ act }: { act: (version: number) => Promise<Report>; quiet?: boolean }) =>
      act(queries.getQueryData<Report>(key)?.version ?? report.version),
    onSuccess: (savedReport) => {
      queries.setQueryData(key, savedReport)
      void queries.invalidateQueries({ queryKey: ['reports'] })
    },
    onError: (error, { quiet }) => {
      if (!quiet) toast('error', sentenceOf(error))
      if (error instanceof ApiError && error.code === 'changed_meanwhile')
        void queries.invalidateQueries({ queryKey: key })
    },
  })
  const run = (act: (version: number) => Promise<Report>, quiet = false) => change.mutateAsync({ act, quiet })
  const remember = (fieldId: string) => (savedReport: Report) => {
    setLastChange({ fieldId, version: savedReport.version })
    return savedReport
  }

  return {
    busy: change.isPending,
    /** The field of the note's last change, if that change can be undone. */
    undoable: lastChange?.version === report.version ? lastChange.fieldId : null,
    save: (fieldId: string, value: string[]) =>
      run((version) =>
        client.call(userEndpoints.editReport, { params, body: { version, values: [{ id: fieldId, value }] } }),
      ).then(remember(fieldId)),
    name: (patientName: string) =>
      run((version) => client.call(userEndpoints.editReport, { params, body: { version, patientName } }), true),
    judge: (fieldId: string, index: number, verdict: Verdict) =>
      run((version) =>
        client.call(userEndpoints.setFlagVerdict, { params, body: { version, fieldId, index, verdict } }),
      ),
    /** Errors are shown on the field's card, not as a toast. */
    rewrite: (fieldId: string, instruction?: string) =>
      run(
        (version) =>
          client.call(
            userEndpoints.rewriteReportField,
            { params: { ...params, fieldId }, body: { version, ...(instruction ? { instruction } : {}) } },
            { timeoutMs: rewriteTimeoutMs },
          ),
        true,
      ).then(remember(fieldId)),
    /** Requests a failed note again, or the unanswered fields of a finished one. */
    retry: () => run((version) => client.call(userEndpoints.retryReport, { params, body: { version } })),
    undo: () => run((version) => client.call(userEndpoints.undoReportChange, { params, body: { version } }), true),
    sign: () => run((version) => client.call(userEndpoints.signReport, { params, body: { version } })),
    unlock: (reason: string) =>
      run((version) => client.call(userEndpoints.unlockReport, { params, body: { version, reason } })),
  }
}

export type ReportActions = ReturnType<typeof useReportActions>
