import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api/index.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Report } from '../../lib/contracts/index.ts'
import { usePorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import type { Verdict } from './flags.tsx'

/** The server gives up on a rewriting after 60 s; its answer is waited for a little longer. */
const rewriteTimeoutMs = 75_000

/** Everything that changes a report. Changes run one after the other, each from the version that the one before made. */
export function useReportActions(report: Report) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const key = ['report', report._id]
  const params = { id: report._id }
  /** The field changed last and the version that made: only that can be taken back. */
  const [changed, setChanged] = useState<{ fieldId: string; version: number } | null>(null)
  const change = useMutation({
    scope: { id: `report ${report._id}` },
    mutationFn: ({ act }: { act: (version: number) => Promise<Report>; quiet?: boolean }) =>
      act(queries.getQueryData<Report>(key)?.version ?? report.version),
    onSuccess: (saved) => {
      queries.setQueryData(key, saved)
      void queries.invalidateQueries({ queryKey: ['reports'] })
    },
    onError: (error, { quiet }) => {
      if (!quiet) toast('error', sentenceOf(error))
      if (error instanceof ApiError && error.code === 'changed_meanwhile')
        void queries.invalidateQueries({ queryKey: key })
    },
  })
  const run = (act: (version: number) => Promise<Report>, quiet = false) => change.mutateAsync({ act, quiet })
  const remember = (fieldId: string) => (saved: Report) => {
    setChanged({ fieldId, version: saved.version })
    return saved
  }

  return {
    busy: change.isPending,
    /** The field whose change is the note's last. */
    undoable: changed?.version === report.version ? changed.fieldId : null,
    save: (fieldId: string, value: string[]) =>
      run((version) =>
        client.call(userEndpoints.editReport, { params, body: { version, values: [{ id: fieldId, value }] } }),
      ).then(remember(fieldId)),
    judge: (fieldId: string, index: number, verdict: Verdict) =>
      run((version) =>
        client.call(userEndpoints.setFlagVerdict, { params, body: { version, fieldId, index, verdict } }),
      ),
    /** Its card says why it failed. */
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
    /** Asks for a failed note again, or for the fields of a written one that were not answered. */
    retry: () => run((version) => client.call(userEndpoints.retryReport, { params, body: { version } })),
    undo: () => run((version) => client.call(userEndpoints.undoReportChange, { params, body: { version } }), true),
    sign: () => run((version) => client.call(userEndpoints.signReport, { params, body: { version } })),
    unlock: (reason: string) =>
      run((version) => client.call(userEndpoints.unlockReport, { params, body: { version, reason } })),
  }
}

export type ReportActions = ReturnType<typeof useReportActions>
