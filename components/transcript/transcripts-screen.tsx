import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { ChartHead, usePage } from '../page/chart-head.tsx'
import { Banners } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { Frame } from '../ui/frame.tsx'
import { IconMicrophone, IconUpload } from '../ui/icons.ts'
import { AddFile } from './add-file.tsx'
import { TranscriptCard } from './transcript-card.tsx'
import { isBeingRead, readingPollMs } from './transcript-words.ts'

/** The user's transcripts, newest first. */
export function TranscriptsScreen() {
  const { client, settings } = usePorts()
  const { language } = useSubscribed(settings, defaultSettings)
  const page = usePage()
  const [adding, setAdding] = useState(false)
  const { session } = useSession()
  const [, navigate] = useLocation()
  const transcripts = useQuery({
    queryKey: ['transcripts'],
    queryFn: ({ signal }) =>
      client.call(userEndpoints.listTranscripts, { query: { limit: limits.pageSizeMax } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isBeingRead) ? readingPollMs : false),
  })
  const items = transcripts.data?.items ?? []
  return (
    <Frame
      head={<ChartHead bound={session.patient} title="Transcripts" subtitle="" onBack={() => navigate('/reports')} />}
      banner={<Banners />}
    >
      <Group justify="flex-end">
        <Button
          size="sm"
          variant="light"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add a file
        </Button>
      </Group>
      {transcripts.isPending && <LoadingCards height={64} />}
      {transcripts.isError && items.length === 0 && (
        <FailedFace error={transcripts.error} onRetry={() => void transcripts.refetch()} />
      )}
      {transcripts.isSuccess && items.length === 0 && (
        <EmptyFace icon={<IconMicrophone size={24} />} title="No transcripts yet">
          The words of a session appear here as soon as you record one. You can also add a file.
        </EmptyFace>
      )}
      <Stack gap="sm">
        {items.map((transcript) => (
          <TranscriptCard key={transcript.id} transcript={transcript} nowMs={Date.now()} as={Link} />
        ))}
      </Stack>
      {adding && (
        <AddFile
          open={page.status === 'ready' ? page.reading.patient : null}
          language={language}
          onAdded={({ id }) => navigate(`/transcripts/${id}`)}
          onClose={() => setAdding(false)}
        />
      )}
    </Frame>
  )
}
