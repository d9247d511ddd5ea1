import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Report } from '../../lib/contracts/index.ts'
import { usePorts } from '../ports.tsx'
import { EmptyFace } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { IconAlertTriangle } from '../ui/icons.ts'
import { toast } from '../ui/toast.ts'

/** A note that could not be written: why, and another try from the same words. */
export function Unwritten({ report }: { report: Report }) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const key = useRef(crypto.randomUUID())
  const { layoutId, transcriptId, context, patientId, title } = report
  const retry = useMutation({
    mutationFn: (layout: string) =>
      client.call(
        userEndpoints.createReport,
        { query: {}, body: { layoutId: layout, transcriptId, context, patientId, title } },
        { idempotencyKey: key.current },
      ),
    onSuccess: (next) => {
      queries.setQueryData(['report', next._id], next)
      void queries.invalidateQueries({ queryKey: ['reports'] })
      navigate(`/reports/${next._id}`)
    },
    onError: (error) => toast('error', sentenceOf(error)),
  })
  const again = layoutId !== undefined && transcriptId !== undefined
  return (
    <EmptyFace
      icon={<IconAlertTriangle size={24} />}
      title="The note was not written"
      action={
        again ? (
          <Button size="sm" variant="light" loading={retry.isPending} onClick={() => retry.mutate(layoutId)}>
            Try again
          </Button>
        ) : (
          <Button size="sm" variant="light" onClick={() => navigate('/')}>
            Back to the session
          </Button>
        )
      }
    >
      {report.statusText ?? 'The server stopped before it was done.'} What was said is kept.
    </EmptyFace>
  )
}
