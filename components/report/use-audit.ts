import { useMutation, useQueryClient } from '@tanstack/react-query'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Report, ReportUse } from '../../lib/contracts/index.ts'
import type { Receipt } from '../../lib/page/shapes.ts'
import { usePorts } from '../ports.tsx'

/**
 * Tells the server that the note was copied, printed or filled (product 12.110). Nothing waits for the answer, and no
 * failure is shown: without a network, the clinician must still be able to use the note.
 */
export function useAudit({ _id: id }: Pick<Report, '_id'>) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: ReportUse) => client.call(userEndpoints.auditReportUse, { params: { id }, body }),
    retry: 3,
    onSuccess: (_answer, { kind }) => {
      // Lists show whether a note was filled.
      if (kind === 'fill') void queries.invalidateQueries({ queryKey: ['reports'] })
    },
  })
  return {
    used: (kind: 'copy' | 'print') => mutate({ kind }),
    filled: (receipts: readonly Receipt[]) =>
      mutate({ kind: 'fill', fields: receipts.map(({ fieldId, outcome }) => ({ fieldId, outcome })) }),
  }
}
