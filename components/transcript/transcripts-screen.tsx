import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { TranscriptSummary } from '../../lib/contracts/index.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { ChartHead, usePage } from '../page/chart-head.tsx'
import { Banners } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { AllPatients, ListSearch, noneFits } from '../report/list-search.tsx'
import { useListSearch } from '../report/use-list-search.ts'
import { useSubscribed } from '../subscribable.ts'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { Frame } from '../ui/frame.tsx'
import { IconMicrophone, IconUpload } from '../ui/icons.ts'
import { ListRows } from '../ui/list-rows.tsx'
import { ShowMore, usePages } from '../ui/use-pages.tsx'
import { AddFile } from './add-file.tsx'
import { TranscriptCard } from './transcript-card.tsx'
import { isBeingRead, readingPollMs, transcriptsKey } from './transcript-words.ts'

export function TranscriptsScreen() {
  const { client, settings } = usePorts()
  const { language } = useSubscribed(settings, defaultSettings)
  const page = usePage()
  const [adding, setAdding] = useState(false)
  const { session } = useSession()
  const [, navigate] = useLocation()
  const search = useListSearch<never>()
  const { query, isFiltered } = search
  const transcripts = usePages<TranscriptSummary>({
    queryKey: [...transcriptsKey, query],
    load: (page, signal) => client.call(userEndpoints.searchTranscripts, { body: { ...page, ...query } }, { signal }),
    reloadAfter: (items) => (items.some(isBeingRead) ? readingPollMs : false),
  })
  const { items } = transcripts
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
      <ListSearch of="transcripts" search={search} filters={[]} />
      {transcripts.isPending && <LoadingCards height={64} />}
      {transcripts.isError && items.length === 0 && (
        <FailedFace error={transcripts.error} onRetry={() => void transcripts.refetch()} />
      )}
      {transcripts.isSuccess && items.length === 0 && (
        <EmptyFace
          icon={<IconMicrophone size={24} />}
          title={isFiltered ? 'No transcript fits' : 'No transcripts yet'}
          action={<AllPatients search={search} />}
        >
          {isFiltered
            ? noneFits(search.ofPatient)
            : 'A transcript appears here as soon as you record a session. You can also add a file.'}
        </EmptyFace>
      )}
      <ListRows isOutdated={transcripts.isPlaceholderData || search.isStale}>
        <Stack gap="sm">
          {items.map((transcript) => (
            <TranscriptCard key={transcript.id} transcript={transcript} nowMs={Date.now()} as={Link} />
          ))}
        </Stack>
      </ListRows>
      <ShowMore list={transcripts} />
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
