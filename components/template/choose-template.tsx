import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../lib/contracts/index.ts'
import { localDay } from '../../lib/report/index.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { ChartHead } from '../page/chart-head.tsx'
import { FormOffer } from '../page/form/form-offer.tsx'
import { useFittingLayout } from '../page/form/use-fitting-layout.ts'
import { usePageShare } from '../page/form/use-page-share.ts'
import { Banners } from '../panel/banners.tsx'
import { useReachability } from '../panel/reachability.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { hasWords, requestOf, sizeOf } from '../panel/working-session.ts'
import { usePorts } from '../ports.tsx'
import { AsideNotice } from '../recording/aside-notice.tsx'
import { MissingNotice } from '../recording/missing-notice.tsx'
import { GroupNotes } from '../report/group/group-notes.tsx'
import { extractsOnly, useInstructs } from '../report/use-instructs.ts'
import { useSubscribed } from '../subscribable.ts'
import { isOffline, sentenceOf } from '../ui/failure.ts'
import { Frame } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { LayoutCard } from './layout-card.tsx'
import { LayoutList } from './layout-list.tsx'

/** The screen where the user chooses a template for the session's words. After the choice, the note is written. */
export function ChooseTemplate({ email }: { email: string }) {
  const { client, settings } = usePorts()
  const { language } = useSubscribed(settings, defaultSettings)
  const { session, clear, finishTake } = useSession()
  const { lost: reportLost } = useReachability()
  const instructs = useInstructs()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [ownChoice, setChosenLayout] = useState<Layout | null>(null)
  const [grouping, setGrouping] = useState(false)
  const { reading, own, layouts, fitting } = useFittingLayout(session.patient, email)
  const chosenLayout = ownChoice ?? fitting
  const share = usePageShare(own, chosenLayout, email)
  const attempt = useAttemptKey()
  const isOpen = useIsMounted()

  const write = useMutation({
    mutationFn: async (layoutId: string) => {
      const body = requestOf(session, layoutId, { today: localDay(new Date()), language }, await share.share())
      return client.call(userEndpoints.createReport, { query: {}, body }, { idempotencyKey: attempt.of(body) })
    },
    onMutate: () => ({ sent: session }),
    onSuccess: (report, _layoutId, { sent: sentSession }) => {
      queries.setQueryData(['report', report._id], report)
      void queries.invalidateQueries({ queryKey: ['reports'] })
      if (isOpen.current) navigate(`/reports/${report._id}`)
      else toast('success', 'The note is being written. You can find it under Reports.')
      clear(sentSession)
    },
    onError: (error) => {
      if (isOffline(error)) reportLost()
    },
  })

  // The request is kept here, and taken off the session, so that another visit of this screen does not write again.
  const [writesNow, setWritesNow] = useState(false)
  const asksNow = session.writesNow && fitting !== null
  const latest = useRef({ keep: () => {}, write: () => {} })
  latest.current = {
    keep: () => session.take && finishTake(session.take, session.patient),
    write: () => fitting && write.mutate(fitting._id),
  }
  useEffect(() => {
    if (!asksNow) return
    setWritesNow(true)
    latest.current.keep()
  }, [asksNow])
  useEffect(() => {
    if (!writesNow) return
    setWritesNow(false)
    latest.current.write()
  }, [writesNow])

  if (!hasWords(session) && !write.isSuccess && !grouping) return <Redirect to="/" />
  if (chosenLayout && grouping) return <GroupNotes layout={chosenLayout} onBack={() => setGrouping(false)} />
  const forGroup = chosenLayout?.config.multiplePeople === true
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
      banner={<Banners />}
      action={
        <Button
          fullWidth
          disabled={chosenLayout === null}
          loading={write.isPending}
          onClick={() => (forGroup ? setGrouping(true) : chosenLayout && write.mutate(chosenLayout._id))}
        >
          {forGroup ? 'Choose the people' : 'Write the note'}
        </Button>
      }
    >
      {write.isError && !isOffline(write.error) && (
        <Notice tone="bad" urgent>
          {sentenceOf(write.error)}
        </Notice>
      )}
      {!(chosenLayout?.fields ?? [{}]).some(instructs) && <Notice tone="look">{extractsOnly}</Notice>}
      <MissingNotice missing={session.take?.missing} />
      <AsideNotice />
      {reading && (
        <FormOffer
          reading={reading}
          email={email}
          layouts={layouts}
          chosen={chosenLayout}
          share={own ? share : null}
          onChoose={setChosenLayout}
        />
      )}
      <LayoutList
        source={reading?.source ?? null}
        email={email}
        chooseLabel="Template"
        renderCard={(layout) => (
          <LayoutCard
            key={layout._id}
            layout={layout}
            email={email}
            chosen={layout._id === chosenLayout?._id}
            onChoose={() => setChosenLayout(layout)}
          />
        )}
      />
    </Frame>
  )
}
