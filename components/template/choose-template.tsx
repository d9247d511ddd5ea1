import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { ChartHead, usePage } from '../page/chart-head.tsx'
import { OfflineBanner, useReachability } from '../panel/reachability.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { hasWords, requestOf, sizeOf } from '../panel/working-session.ts'
import { usePorts } from '../ports.tsx'
import { isOffline, sentenceOf } from '../ui/failure.ts'
import { Frame } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { LayoutCard } from './layout-card.tsx'
import { LayoutList } from './layout-list.tsx'

/** Picks the template the words become a note in, and starts the writing. */
export function ChooseTemplate({ email }: { email: string }) {
  const { client } = usePorts()
  const { session, clear } = useSession()
  const { lost } = useReachability()
  const page = usePage()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [chosenId, setChosenId] = useState<string | null>(null)
  // One key for each choice: a second try of the same choice makes no second note.
  const attempt = useRef({ layoutId: '', key: '' })

  const write = useMutation({
    mutationFn: (layoutId: string) => {
      if (attempt.current.layoutId !== layoutId) attempt.current = { layoutId, key: crypto.randomUUID() }
      const today = localDay(new Date())
      return client.call(
        userEndpoints.createReport,
        { query: {}, body: requestOf(session, layoutId, today) },
        { idempotencyKey: attempt.current.key },
      )
    },
    onSuccess: (report) => {
      queries.setQueryData(['report', report._id], report)
      void queries.invalidateQueries({ queryKey: ['reports'] })
      navigate(`/reports/${report._id}`)
      clear()
    },
    onError: (error) => {
      if (isOffline(error)) lost()
    },
  })

  if (!hasWords(session) && !write.isSuccess) return <Redirect to="/" />
  return (
    <Frame
      head={
        <ChartHead
          bound={session.patient}
          title="Choose a template"
          subtitle={sizeOf(session)}
          onClose={() => navigate('/')}
        />
      }
      banner={<OfflineBanner />}
      action={
        <Button
          fullWidth
          disabled={chosenId === null}
          loading={write.isPending}
          onClick={() => chosenId && write.mutate(chosenId)}
        >
          Write the note
        </Button>
      }
    >
      {write.isError && !isOffline(write.error) && (
        <Notice tone="bad" urgent>
          {sentenceOf(write.error)}
        </Notice>
      )}
      <LayoutList
        source={page.status === 'ready' ? page.reading.source : null}
        email={email}
        chooseLabel="Template"
        renderCard={(layout) => (
          <LayoutCard
            key={layout._id}
            layout={layout}
            email={email}
            chosen={layout._id === chosenId}
            onChoose={() => setChosenId(layout._id)}
          />
        )}
      />
    </Frame>
  )
}

/** The day at this desk, YYYY-MM-DD: a visit late in the evening is still today's. */
function localDay(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
