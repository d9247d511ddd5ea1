import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { ChartHead } from '../page/chart-head.tsx'
import { OfflineBanner } from '../panel/reachability.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { Frame } from '../ui/frame.tsx'
import { IconMicrophone } from '../ui/icons.ts'
import { TranscriptCard } from './transcript-card.tsx'

/** What was said in one's sessions, newest first. */
export function TranscriptsScreen() {
  const { client } = usePorts()
  const { session } = useSession()
  const [, navigate] = useLocation()
  const transcripts = useQuery({
    queryKey: ['transcripts'],
    queryFn: ({ signal }) =>
      client.call(userEndpoints.listTranscripts, { query: { limit: limits.pageSizeMax } }, { signal }),
  })
  const items = transcripts.data?.items ?? []
  return (
    <Frame
      head={<ChartHead bound={session.patient} title="Transcripts" subtitle="" onBack={() => navigate('/reports')} />}
      banner={<OfflineBanner />}
    >
      {transcripts.isPending && <LoadingCards height={64} />}
      {transcripts.isError && items.length === 0 && (
        <FailedFace error={transcripts.error} onRetry={() => void transcripts.refetch()} />
      )}
      {transcripts.isSuccess && items.length === 0 && (
        <EmptyFace icon={<IconMicrophone size={24} />} title="No transcripts yet">
          The words of a session appear here as soon as you record one.
        </EmptyFace>
      )}
      <Stack gap="sm">
        {items.map((transcript) => (
          <TranscriptCard key={transcript.id} transcript={transcript} nowMs={Date.now()} as={Link} />
        ))}
      </Stack>
    </Frame>
  )
}
